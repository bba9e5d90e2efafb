import { describe, expect, it } from "vitest";
import { askModel } from "./ask-model.ts";
import { keepEnd, keepStart, oneLine } from "./cut.ts";

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

describe("a text that is cut", () => {
  it.each([
    [keepStart("abc", 3), "abc"],
    [keepStart("abcd", 3), "ab…"],
    [keepStart("a😀bc", 3), "a…"],
    [keepEnd("abc", 3), "abc"],
    [keepEnd("abcd", 3), "…cd"],
    [keepEnd("ab😀c", 3), "…c"],
    [oneLine("  a\n\n b\tc ", 9), "a b c"],
  ])("%j is %j", (cut, expected) => {
    expect(cut).toBe(expected);
  });
});
