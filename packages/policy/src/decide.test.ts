import { describe, expect, it } from "vitest";
import { decide } from "./decide.ts";
import { SUBJECT_CHARS_MAX } from "./limits.ts";
import { REQUEST_KINDS } from "./request.ts";
import { createLine, createPath, createRules, createTool } from "./testing/facts.ts";

describe("a decision", () => {
  it("leaves one plain entry for the audit, for any request", () => {
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
      reason: "A rule denies rm (execute rm)",
      rule: { source: "rule", id: "no-rm", layer: "machine" },
      danger: { class: "destroys-files", sentence: "Permanently deletes or overwrites many files at once" },
      audit: {
        kind: "execute",
        subject: "rm -rf a",
        verdict: "deny",
        reason: "A rule denies rm (execute rm)",
        source: "rule",
        rule: "no-rm",
        layer: "machine",
        danger: "destroys-files",
      },
    });
  });

  it("explains what the level asks about, in words for a person", () => {
    const path = createPath("/project/src/add.js");
    const supervised = createRules(undefined, { level: "supervised" });
    expect(decide({ kind: "write", path: "" }, path, supervised).reason).toBe(
      "Supervised mode: writing add.js needs your approval",
    );
    const inline = createLine("node -e 1");
    expect(decide({ kind: "execute", command: "" }, inline, supervised).reason).toBe(
      "node -e runs inline code that Parley can't check in advance",
    );
    const rules = createRules({ rules: [{ verdict: "ask", kind: "write", paths: "src/**" }] });
    expect(decide({ kind: "write", path: "" }, path, rules).reason).toBe(
      "A rule requires approval for /project/src/add.js (write src/**)",
    );
  });

  it.each<[reason: string, ...Parameters<typeof createPath>]>([
    ["/etc/passwd is outside this session's folders", "/etc/passwd"],
    [".env may hold passwords or tokens", "/project/.env", { requested: ".env" }],
    ["a is a pipe, not a file", "/project/a", { requested: "a", kind: "fifo" }],
    ["Auto mode allows reading a", "/project/a", { requested: "a" }],
    ["Auto mode allows reading a\\u000ab", "/project/a\nb", { requested: "a\nb" }],
    ["Auto mode allows reading a\\u202eb", "/project/a\u202Eb", { requested: "a\u202Eb" }],
    ["Auto mode allows reading a\\u200bb", "/project/a\u200Bb", { requested: "a\u200Bb" }],
    ["Auto mode allows reading a\\u2060\\ufeff\\u00adb", "/project/a", { requested: "a\u2060\uFEFF\u00ADb" }],
    ["Auto mode allows reading a\\u3164\\u2800\\u009bb", "/project/a", { requested: "a\u3164\u2800\u009Bb" }],
    ["Auto mode allows reading a\\u{e0041}b", "/project/a", { requested: "a\u{E0041}b" }],
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

  it("says on autopilot that no person could be asked", () => {
    const rules = createRules({}, { level: "autopilot" });
    const { verdict, reason } = decide({ kind: "execute", command: "" }, createLine("sudo ls"), rules);
    expect(verdict).toBe("deny");
    expect(reason).toContain("autopilot denies anything that needs approval");
  });
});
