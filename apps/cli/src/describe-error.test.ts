import { ParleyError } from "@parley/base";
import { RpcError } from "@parley/rpc";
import { describe, expect, it } from "vitest";
import { describeError } from "./describe-error.ts";
import { DETAILS_CHARS_MAX } from "./limits.ts";

const rpc = (data?: unknown): RpcError => new RpcError(-32_603, "Internal error", data);

describe("an error of our own", () => {
  it.each([
    ["/turn: expected a text", "turn: expected a text"],
    ["/tasks/0/depends_on: no task", "tasks.0.depends_on: no task"],
    ["/etc/passwd is not a folder", "/etc/passwd is not a folder"],
    ["a /turn: b", "a /turn: b"],
  ])("says %j as %j", (message, expected) => {
    expect(describeError(new ParleyError({ code: "bad_input", message }))).toBe(expected);
  });

  it("keeps paths that are not the names of fields", () => {
    const message = "/srv/a: does not exist";
    expect(describeError(new ParleyError({ code: "file_not_found", message }))).toBe(message);
  });

  it("ends with what to do about it", () => {
    const describeWith = (remedy: object): string =>
      describeError(new ParleyError({ code: "usage", message: "m", remedy: { label: "Do this", ...remedy } }));
    expect(describeWith({})).toBe("m\nDo this.");
    expect(describeWith({ url: "https://a.example" })).toBe("m\nDo this: https://a.example");
    expect(describeWith({ command: "npm i", url: "https://a.example" })).toBe("m\nDo this: npm i");
  });
});

describe("an error of an agent", () => {
  it("has the agent's details, on one line of bounded length", () => {
    expect(describeError(rpc())).toBe("The agent answered with an error: Internal error (-32603)");
    const hostile = describeError(rpc({ details: "no\nkey\u001B[2J" }));
    expect(hostile).toContain("key");
    for (const sign of ["\n", "\u001B"]) expect(hostile).not.toContain(sign);
    const long = describeError(rpc({ details: "x".repeat(DETAILS_CHARS_MAX * 2) }));
    expect(long.length).toBeLessThan(DETAILS_CHARS_MAX + 100);
  });

  it.each([null, "text", [], { details: 7 }, { details: "" }, { code: "unheard_of" }])("may carry %j", (data) => {
    expect(describeError(rpc(data))).toBe("The agent answered with an error: Internal error (-32603)");
  });
});

it("an error of a server is not taken for the agent's", () => {
  const remedy = { label: "Sign in", command: "codex login" };
  expect(describeError(rpc({ code: "sign_in_needed", remedy }))).toBe("Internal error\nSign in: codex login");
  expect(describeError(rpc({ code: "sign_in_needed", remedy: { label: 7 } }))).toBe("Internal error");
});

it.each([
  [new TypeError("x is not a function"), "Unexpected error: x is not a function"],
  ["a text", "a text"],
  [undefined, "undefined"],
])("anything else is said as well (%#)", (error, expected) => {
  expect(describeError(error)).toBe(expected);
});
