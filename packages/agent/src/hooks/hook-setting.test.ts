import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseHooks } from "./hook-setting.ts";
import { HOOK_TIMEOUT_MS, HOOKS_MAX } from "../limits.ts";

const origin = { path: "/home/me/.parley/config.json", folder: "/home/me/.parley" };
const hook = { event: "before_tool", command: "check" };

describe("hooks in config.json", () => {
  it("are read with defaults for omitted fields", () => {
    const full = { ...hook, event: "after_tool", tools: ["edit", "mcp__*"], args: ["--fast", ""], timeoutMs: 5 };
    expect(parseHooks([hook, full], origin)).toEqual([
      { event: "before_tool", tools: undefined, command: "check", args: undefined, timeoutMs: HOOK_TIMEOUT_MS },
      full,
    ]);
    expect(parseHooks(undefined, origin)).toEqual([]);
  });

  it("find programs next to the file or at home, never in a session's folder", () => {
    const commandOf = (command: string, args?: readonly string[]): string | undefined =>
      parseHooks([{ ...hook, command, ...(args && { args }) }], origin)[0]?.command;
    expect(commandOf("./hooks/check.sh")).toBe("/home/me/.parley/hooks/check.sh");
    expect(commandOf("hooks/check.sh", ["-x"])).toBe("/home/me/.parley/hooks/check.sh");
    expect(commandOf("~/check.sh", [])).toBe(join(homedir(), "check.sh"));
    expect(commandOf("/opt/check")).toBe("/opt/check");
    expect(commandOf("jq -e .tool")).toBe("jq -e .tool");
    expect(() => commandOf("./check.sh --fast")).toThrow(/hooks\[0\]\.command.*args/);
  });

  it.each([
    [{}, "hooks is {}"],
    [Array.from({ length: HOOKS_MAX + 1 }, () => hook), "hooks is"],
    [["check"], "hooks[0] is"],
    [[hook, { command: "x" }], "hooks[1].event is missing"],
    [[{ ...hook, event: "before" }], 'hooks[0].event is "before"'],
    [[{ event: "before_tool" }], "hooks[0].command is missing"],
    [[{ ...hook, command: " " }], "hooks[0].command is"],
    [[{ ...hook, command: "a\0b" }], "hooks[0].command is"],
    [[{ ...hook, tool: ["edit"] }], "hooks[0].tool is"],
    [[{ ...hook, tools: [] }], "hooks[0].tools is []"],
    [[{ ...hook, tools: "edit" }], "hooks[0].tools is"],
    [[{ ...hook, tools: ["edit", ""] }], "hooks[0].tools[1] is"],
    [[{ ...hook, args: [1] }], "hooks[0].args[0] is 1"],
    [[{ ...hook, timeoutMs: "5" }], 'hooks[0].timeoutMs is "5"'],
    [[{ ...hook, timeoutMs: 0 }], "hooks[0].timeoutMs is 0"],
    [[{ ...hook, timeoutMs: 1e9 }], "hooks[0].timeoutMs is"],
  ])("that are %j are an error with the name of the field", (raw, words) => {
    expect(() => parseHooks(raw, origin)).toThrow(
      expect.objectContaining({ code: "bad_config", message: expect.stringContaining(`${origin.path}: ${words}`) }),
    );
  });
});
