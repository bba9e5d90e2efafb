import { describe, expect, it } from "vitest";
import { decide } from "./decide.ts";
import { SUBJECT_CHARS_MAX } from "./limits.ts";
import { REQUEST_KINDS } from "./request.ts";
import { createLine, createPath, createRules, createTool } from "./testing/facts.ts";

describe("a decision", () => {
  it("leaves one plain entry for the audit, whatever was asked", () => {
    const rules = createRules();
    const file = createPath("/project/a");
    const entries = [
      decide({ kind: "read", path: "a" }, file, rules),
      decide({ kind: "write", path: "a" }, file, rules),
      decide({ kind: "delete", path: "a" }, file, rules),
      decide({ kind: "move", path: "a", to: "b" }, { from: file, to: createPath("/project/b") }, rules),
      decide({ kind: "execute", command: "npm test" }, createLine("npm test"), rules),
      decide({ kind: "fetch", url: "https://x.y" }, { url: "https://x.y" }, rules),
      decide({ kind: "tool", name: "t", title: "Look around" }, createTool({}), rules),
      decide({ kind: "mcp", server: "s", name: "t" }, createTool({ server: "s" }), rules),
    ].map(({ audit }) => audit);
    expect(entries.map(({ kind }) => kind)).toEqual(REQUEST_KINDS);
    expect(entries.map(({ subject }) => subject)).toEqual([
      "/project/a",
      "/project/a",
      "/project/a",
      "/project/a → /project/b",
      "npm test",
      "https://x.y/",
      "t: Look around",
      "s: t",
    ]);
    expect(structuredClone(entries)).toEqual(entries);
  });

  it("says who decided and why, in the entry as in the answer", () => {
    const raw = { rules: [{ id: "no-rm", verdict: "deny", kind: "execute", program: "rm" }] };
    const decision = decide({ kind: "execute", command: "rm -rf a" }, createLine("rm -rf a"), createRules(raw));
    expect(decision).toEqual({
      verdict: "deny",
      reason: "rm: a rule says deny to execute rm",
      rule: { source: "rule", id: "no-rm", layer: "machine" },
      danger: { class: "destroys-files", sentence: "It deletes or overwrites many files at once, for good" },
      audit: {
        kind: "execute",
        subject: "rm -rf a",
        verdict: "deny",
        reason: "rm: a rule says deny to execute rm",
        source: "rule",
        rule: "no-rm",
        layer: "machine",
        danger: "destroys-files",
      },
    });
  });

  it.each<[reason: string, ...Parameters<typeof createPath>]>([
    ["/etc/passwd is outside the folders of this session", "/etc/passwd"],
    [".env may hold passwords or tokens", "/project/.env", { requested: ".env" }],
    ["a is a pipe, not a file", "/project/a", { requested: "a", kind: "fifo" }],
    ["a is fine at the level auto", "/project/a", { requested: "a" }],
    ["a\\u000ab is fine at the level auto", "/project/a\nb", { requested: "a\nb" }],
    ["a\\u202eb is fine at the level auto", "/project/a\u202Eb", { requested: "a\u202Eb" }],
    ["a\\u200bb is fine at the level auto", "/project/a\u200Bb", { requested: "a\u200Bb" }],
    ["a\\u2060\\ufeff\\u00adb is fine at the level auto", "/project/a", { requested: "a\u2060\uFEFF\u00ADb" }],
    ["a\\u3164\\u2800\\u009bb is fine at the level auto", "/project/a", { requested: "a\u3164\u2800\u009Bb" }],
    ["a\\u{e0041}b is fine at the level auto", "/project/a", { requested: "a\u{E0041}b" }],
  ])("is explained: %s", (reason, ...path) => {
    expect(decide({ kind: "read", path: "" }, createPath(...path), createRules()).reason).toBe(reason);
  });

  it("keeps secrets and endless texts out of the entry", () => {
    const command = `curl -H "Authorization: Bearer hunter2" ${"x".repeat(10_000)}`;
    const { audit } = decide({ kind: "execute", command }, createLine(command), createRules());
    expect(audit.subject).toHaveLength(SUBJECT_CHARS_MAX);
    expect(JSON.stringify(audit)).not.toContain("hunter2");
    const long = decide({ kind: "read", path: "" }, createPath(`/project/${"é".repeat(5_000)}`), createRules());
    expect(JSON.stringify(long.audit).length).toBeLessThan(3 * SUBJECT_CHARS_MAX);
  });

  it("tells on autopilot that nobody could be asked", () => {
    const rules = createRules({}, { level: "autopilot" });
    const { verdict, reason } = decide({ kind: "execute", command: "" }, createLine("sudo ls"), rules);
    expect(verdict).toBe("deny");
    expect(reason).toContain("on autopilot nobody is there to be asked");
  });
});
