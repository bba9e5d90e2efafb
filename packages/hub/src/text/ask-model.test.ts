import { describe, expect, it } from "vitest";
import { askModel } from "./ask-model.ts";

describe("a model that is asked", () => {
  it("answers, or fails, as it does", async () => {
    expect(await askModel((prompt) => Promise.resolve(`${prompt}!`), "hi")).toBe("hi!");
    await expect(askModel(() => Promise.reject(new Error("down")), "hi")).rejects.toThrow("down");
  });

  it("is not waited for beyond the limit, and is told so", async () => {
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
