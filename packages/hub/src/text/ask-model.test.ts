import { describe, expect, it } from "vitest";
import { askModel } from "./ask-model.ts";

describe("a request to a model", () => {
  it("returns the answer or the error", async () => {
    expect(await askModel((prompt) => Promise.resolve(`${prompt}!`), "hi")).toBe("hi!");
    await expect(askModel(() => Promise.reject(new Error("down")), "hi")).rejects.toThrow("down");
  });

  it("is aborted after the time limit", async () => {
    let told: AbortSignal | undefined;
    const answer = askModel(
      (_, signal) => {
        told = signal;
        return new Promise(() => undefined);
      },
      "hi",
      1,
    );
    await expect(answer).rejects.toMatchObject({ code: "request_timeout" });
    expect(told?.aborted).toBe(true);
  });
});
