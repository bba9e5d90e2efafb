import { describe, expect, it } from "vitest";
import { HOOK_WORDS_CHARS_MAX } from "../limits.ts";
import { readAfter, readBefore } from "./read-answer.ts";

const run = (exitCode: number, stdout = "", stderr = "") => ({ exitCode, stdout, stderr });

describe("a hook before a call", () => {
  it.each([
    ["", {}],
    [" \n", {}],
    ["{}", {}],
    ['{"decision":"allow"}', { decision: "allow" }],
    ['{"decision":"deny","reason":" because "}', { decision: "deny", reason: "because" }],
    ['{"decision":null,"reason":null,"remark":"note","input":null}', { remark: "note" }],
    ['{"input":{"path":"/a"}}', { rewritten: { input: { path: "/a" } } }],
    ['{"input":false}', { rewritten: { input: false } }],
  ])("that prints %j is understood", (stdout, word) => {
    expect(JSON.parse(JSON.stringify(readBefore(run(0, stdout))))).toEqual(word);
  });

  it("denies with its exit code, whatever it prints", () => {
    expect(readBefore(run(2, '{"decision":"allow"}', "no\n"))).toEqual({ decision: "deny", reason: "no" });
    expect(readBefore(run(2))).toEqual({ decision: "deny", reason: undefined });
  });

  it.each([
    [run(1, '{"decision":"allow"}', "crashed\n"), "exited with code 1: crashed"],
    [run(127), "exited with code 127"],
    [run(0, "allow"), "printed something that is not a JSON object"],
    [run(0, '["allow"]'), "printed something that is not a JSON object"],
    [run(0, '{"decision":"Allow"}'), "returned a decision that is not one of allow, ask, deny"],
    [run(0, '{"decision":true}'), "returned a decision that is not one of allow, ask, deny"],
    [run(0, '{"decision":"allow","reason":5}'), "returned a reason that is not a string"],
    [run(0, '{"remark":["a"]}'), "returned a remark that is not a string"],
    [{ failed: "could not be started" }, "could not be started"],
  ])("never allows a call by failing (%#)", (ended, failed) => {
    expect(readBefore(ended)).toEqual({ failed });
  });

  it("has a short reason", () => {
    const { reason = "" } = readBefore(run(2, "", "x".repeat(HOOK_WORDS_CHARS_MAX * 2))) as { reason?: string };
    expect(reason.length).toBeLessThanOrEqual(HOOK_WORDS_CHARS_MAX);
  });
});

describe("a hook after a call", () => {
  it.each([
    [run(0, "2 warnings\n"), { remark: "2 warnings" }],
    [run(0, '["a"]'), { remark: '["a"]' }],
    [run(0), {}],
    [run(0, ' {"remark":"note"}'), { remark: "note" }],
    [run(2, "out", "err"), { remark: "err" }],
    [run(2, "out", " "), { remark: "out" }],
    [run(1, "out", "err"), { failed: "exited with code 1: err" }],
    [run(0, "{broken"), { failed: "printed something that is not a JSON object" }],
    [{ failed: "could not be started" }, { failed: "could not be started" }],
  ])("may print plain text (%#)", (ended, word) => {
    expect(JSON.parse(JSON.stringify(readAfter(ended)))).toEqual(word);
  });
});
