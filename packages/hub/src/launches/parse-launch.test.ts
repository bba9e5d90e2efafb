import { VARIABLES_CHARS_MAX, VARIABLES_MAX } from "@parley/base";
import { describe, expect, it } from "vitest";
import { COMMAND_CHARS_MAX, PROGRAM_ARGS_CHARS_MAX, PROGRAM_ARGS_MAX, VARIABLE_IN_ERROR_CHARS_MAX } from "../limits.ts";
import { parseProgram, parseSecrets, parseVariables } from "./parse-launch.ts";

const many = Object.fromEntries(Array.from({ length: VARIABLES_MAX + 1 }, (_, index) => [`V${index}`, ""]));
const long = { A: "x".repeat(VARIABLES_CHARS_MAX) };

describe("the variables of a session", () => {
  it("are accepted as they are", () => {
    const value = { PATH: "/bin", EMPTY: "", PARLEY_MODEL: "a/b" };
    expect(parseVariables(value)).toEqual({ value });
  });

  it.each([null, [], "A=b", 5])("are an object: %j", (value) => {
    expect(parseVariables(value)).toMatchObject({ field: "" });
    expect(parseSecrets(value)).toMatchObject({ field: "" });
  });

  it.each(["LD_PRELOAD", "ld_preload", "NODE_OPTIONS", "PARLEY_HOME", "A=B", "", "A\nB"])(
    "cannot include %j",
    (name) => {
      expect(parseVariables({ [name]: "hunter2" })).toMatchObject({
        expected: expect.stringContaining("left out: it"),
      });
    },
  );

  it.each([5, null, "hunter2\0", ["hunter2"]])("are strings, and are not repeated: %j", (text) => {
    const expected = { field: "KEY", expected: "a string without NUL characters" };
    expect(parseVariables({ KEY: text })).toEqual(expected);
    expect(parseSecrets({ KEY: text })).toEqual(expected);
  });

  it("are limited in number and size", () => {
    for (const parse of [parseVariables, parseSecrets]) {
      expect(parse(many)).toMatchObject({ expected: expect.stringContaining(`at most ${VARIABLES_MAX} `) });
      expect(parse(long)).toMatchObject({ expected: expect.stringContaining("characters in total") });
    }
  });

  it("are named on one short line in an error", () => {
    const name = `a\n${"b".repeat(1_000)}`;
    const parsed = parseSecrets({ [name]: "" });
    expect(parsed).toMatchObject({ expected: expect.stringContaining("named with letters") });
    const { field } = parsed as { readonly field: string };
    expect(field).not.toContain("\n");
    expect(field.length).toBeLessThanOrEqual(VARIABLE_IN_ERROR_CHARS_MAX);
  });
});

describe("the program of a session", () => {
  it("needs only a command", () => {
    expect(parseProgram({ command: "agent" })).toEqual({ value: { command: "agent", args: [], env: {} } });
    const whole = { command: "/bin/a b", args: ["", "--x"], env: { A: "1" } };
    expect(parseProgram({ ...whole, more: 1 })).toEqual({ value: whole });
  });

  it.each([
    ["agent", ""],
    [{}, "command"],
    [{ command: " " }, "command"],
    [{ command: "a\0b" }, "command"],
    [{ command: "x".repeat(COMMAND_CHARS_MAX + 1) }, "command"],
    [{ command: "a", args: "--x" }, "args"],
    [{ command: "a", args: ["ok", 5] }, "args/1"],
    [{ command: "a", args: ["ok", "ok", "a\0"] }, "args/2"],
    [{ command: "a", args: Array.from({ length: PROGRAM_ARGS_MAX + 1 }, () => "") }, "args"],
    [{ command: "a", args: ["x".repeat(PROGRAM_ARGS_CHARS_MAX), "x"] }, "args"],
    [{ command: "a", env: [] }, "env"],
    [{ command: "a", env: { LD_PRELOAD: "x" } }, "env/LD_PRELOAD"],
  ])("is refused with the wrong field (%#)", (program, field) => {
    expect(parseProgram(program)).toEqual({ field, expected: expect.any(String) });
  });
});
