import { describe, expect, it } from "vitest";
import { decide } from "../decide.ts";
import type { ApprovalLevel } from "../levels.ts";
import { NAME_CHARS_MAX, PATTERNS_MAX, RULES_MAX } from "../limits.ts";
import { REQUEST_KINDS, type RequestKind } from "../request.ts";
import { createLine, createPath, createRules, createTool } from "../testing/facts.ts";
import { compileRules, type RuleSource } from "./compile.ts";
import { toRuleError } from "./rule-error.ts";
import type { RuleSet } from "./rule-set.ts";

const PATHS: readonly RequestKind[] = ["read", "write", "delete", "move"];

/** What would be allowed if nothing were wrong. */
function judgeAll(written: RuleSet, level: ApprovalLevel = "bypass"): RequestKind[] {
  const rules = { written, level };
  const file = createPath("/project/a");
  const decisions = [
    decide({ kind: "read", path: "" }, file, rules),
    decide({ kind: "write", path: "" }, file, rules),
    decide({ kind: "delete", path: "" }, file, rules),
    decide({ kind: "move", path: "", to: "" }, { from: file, to: file }, rules),
    decide({ kind: "execute", command: "" }, createLine("ls"), rules),
    decide({ kind: "fetch", url: "" }, { url: "https://example.com" }, rules),
    decide({ kind: "tool", name: "" }, createTool({}), rules),
    decide({ kind: "mcp", server: "", name: "" }, createTool({ server: "s" }), rules),
  ];
  return decisions.filter(({ verdict }) => verdict !== "allow").map(({ audit }) => audit.kind);
}

describe("a broken rule", () => {
  const rule = { verdict: "allow", kind: "read" };

  it.each<[raw: unknown, field: string, asked: readonly RequestKind[]]>([
    [7, "rule", REQUEST_KINDS],
    [{}, "kind", REQUEST_KINDS],
    [{ ...rule, kind: "look" }, "kind", REQUEST_KINDS],
    [{ ...rule, kind: ["read", "execute"] }, "kind", REQUEST_KINDS],
    [{ ...rule, kind: [] }, "kind", REQUEST_KINDS],
    [{ kind: "read" }, "verdict", ["read", "execute", "tool", "mcp"]],
    [{ ...rule, verdict: "Allow" }, "verdict", ["read", "execute", "tool", "mcp"]],
    [{ ...rule, paths: [] }, "paths", ["read", "execute", "tool", "mcp"]],
    [{ ...rule, paths: "/etc" }, "paths", ["read", "execute", "tool", "mcp"]],
    [{ ...rule, paths: ["ok", 1] }, "paths", ["read", "execute", "tool", "mcp"]],
    [{ ...rule, path: "typo" }, "path", ["read", "execute", "tool", "mcp"]],
    [{ ...rule, kind: PATHS, paths: "[" }, "paths", [...PATHS, "execute", "tool", "mcp"]],
    [
      { ...rule, paths: Array.from({ length: PATTERNS_MAX + 1 }, () => "a") },
      "paths",
      ["read", "execute", "tool", "mcp"],
    ],
    [{ ...rule, id: "x".repeat(NAME_CHARS_MAX + 1) }, "id", ["read", "execute", "tool", "mcp"]],
    [{ ...rule, including: ["everything"] }, "including", ["read", "execute", "tool", "mcp"]],
    [{ verdict: "deny", kind: "read", including: ["sensitive"] }, "including", ["read", "execute", "tool", "mcp"]],
    [{ verdict: "deny", kind: "execute", program: 1 }, "program", ["execute", "tool", "mcp"]],
    [{ verdict: "deny", kind: "execute", prefix: "push" }, "program", ["execute", "tool", "mcp"]],
    [
      { verdict: "deny", kind: "execute", program: "git", prefix: "a", args: ["b"] },
      "args",
      ["execute", "tool", "mcp"],
    ],
    [{ verdict: "deny", kind: "execute", program: "git", pattern: "git *" }, "program", ["execute", "tool", "mcp"]],
    [{ verdict: "deny", kind: "execute", program: "git", args: [""] }, "args", ["execute", "tool", "mcp"]],
    [{ verdict: "deny", kind: "execute", paths: "a" }, "paths", ["execute", "tool", "mcp"]],
    [{ verdict: "deny", kind: "fetch", hosts: [""] }, "hosts", ["fetch", "tool", "mcp"]],
    [{ verdict: "deny", kind: "tool", toolKinds: "reed" }, "toolKinds", ["tool"]],
    [{ verdict: "deny", kind: "mcp", servers: {} }, "servers", ["mcp"]],
  ])("%j is named by its field %s, and what it may have meant is asked about", (raw, field, asked) => {
    const written = compileRules([{ layer: "session", raw: { rules: [{ verdict: "allow", kind: "tool" }, raw] } }]);
    expect(written.broken).toMatchObject([{ layer: "session", list: "rules", index: 1, field }]);
    expect(judgeAll(written)).toEqual(REQUEST_KINDS.filter((kind) => asked.includes(kind)));
  });

  it.each<[raw: unknown, list: string, field: string]>([
    ["not an object", "rules", "file"],
    [[], "rules", "file"],
    [null, "rules", "file"],
    [{ rules: {} }, "rules", "rules"],
    [{ rulez: [] }, "rules", "rulez"],
    [{ version: 2, rules: [] }, "rules", "version"],
    [{ autoAllow: "read" }, "autoAllow", "autoAllow"],
    [{ autoReject: [7] }, "autoReject", "rule"],
    [{ autoReject: [{ verdict: "allow", kind: "read" }] }, "autoReject", "rule"],
    [{ autoReject: ["nothing(x)"] }, "autoReject", "rule"],
    [{ rules: Array.from({ length: RULES_MAX + 1 }, () => ({ verdict: "allow", kind: "tool" })) }, "rules", "rules"],
  ])("list %#: nothing at all is allowed", (raw, list, field) => {
    const written = compileRules([{ layer: "machine", raw }]);
    expect(written.broken).toMatchObject([{ list, field }]);
    expect(judgeAll(written)).toEqual(REQUEST_KINDS);
  });

  it("in the zones holds back every path", () => {
    const written = compileRules([{ layer: "machine", raw: { zones: { deny: ["/abs"], allow: ["src"] } } }]);
    expect(written.broken).toMatchObject([{ list: "zones", field: "deny" }]);
    expect(judgeAll(written)).toEqual([...PATHS, "execute", "tool", "mcp"]);
  });

  it("leaves the others as they are, and denies stay denies", () => {
    const rules = [{ verdict: "deny", kind: "read", paths: "a" }, { verdict: "allow" }];
    expect(decide({ kind: "read", path: "" }, createPath("/project/a"), createRules({ rules })).verdict).toBe("deny");
  });

  it("is shown to a person with its place", () => {
    const [broken] = compileRules([
      { layer: "workspace", isTrusted: true, raw: { rules: [{ id: "x", kind: "fetch", verdict: "no" }] } },
    ]).broken;
    expect(broken && toRuleError(broken)).toMatchObject({
      code: "bad_config",
      message: "workspace rules: rules[0] (x): verdict: expected one of allow, ask, deny",
      remedy: { label: "Fix or remove rules[0]; until then fetch, tool, mcp requests need approval" },
    });
    const decision = decide(
      { kind: "fetch", url: "" },
      { url: "https://x.y" },
      createRules({ rules: [{ kind: "fetch" }] }, { level: "bypass" }),
    );
    expect(decision).toMatchObject({
      verdict: "ask",
      rule: { id: "broken-rule" },
      reason: expect.stringContaining("rules[0]: verdict"),
    });
  });

  it("is not there if there is no file, or an empty one", () => {
    expect(compileRules([{ layer: "machine", raw: undefined }]).broken).toEqual([]);
    expect(compileRules([{ layer: "machine", raw: { version: 1, choices: [], trusted: [] } }]).broken).toEqual([]);
  });
});

describe("layers", () => {
  const deny = { rules: [{ verdict: "deny", kind: "read" }] };
  const allow = { rules: [{ verdict: "allow", kind: "delete" }] };
  const judge = (kind: "read" | "delete", ...sources: RuleSource[]): [string, string | undefined] => {
    const { verdict, rule } = decide({ kind, path: "" }, createPath("/project/a"), {
      written: compileRules(sources),
      level: "auto",
    });
    return [verdict, rule.layer];
  };

  it("have their say together, the strictest word first, and a workspace only if it is trusted", () => {
    const workspace = { layer: "workspace", raw: allow } as const;
    expect(judge("delete", { ...workspace, isTrusted: true })).toEqual(["allow", "workspace"]);
    expect(judge("delete", { ...workspace, isTrusted: false })).toEqual(["ask", undefined]);
    expect(judge("read", { layer: "workspace", raw: "broken", isTrusted: false })).toEqual(["allow", undefined]);
    expect(judge("read", { layer: "workspace", raw: "broken", isTrusted: true })[0]).toBe("ask");
    expect(judge("read", { layer: "session", raw: deny }, { layer: "machine", raw: {} })).toEqual(["deny", "session"]);
    expect(judge("read", { layer: "machine", raw: deny }, { layer: "session", raw: deny })).toEqual([
      "deny",
      "machine",
    ]);
  });
});
