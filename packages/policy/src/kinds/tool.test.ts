import { describe, expect, it } from "vitest";
import { decide } from "../decide.ts";
import { TOOL_KINDS, type ToolFacts, type ToolKind } from "../facts.ts";
import { APPROVAL_LEVELS } from "../levels.ts";
import { createLine, createPath, createRules, createTool } from "../testing/facts.ts";

type Raw = Readonly<Record<string, unknown>>;

function judge(over: Partial<ToolFacts>, ...rules: Raw[]): string {
  const facts = createTool(over);
  return decide({ kind: "tool", name: facts.name }, facts, createRules({ rules })).verdict;
}

describe("a tool call", () => {
  it.each<[rule: Raw, facts: Partial<ToolFacts>, verdict: string]>([
    [{ tools: "look*" }, { name: "Look_around" }, "allow"],
    [{ tools: "look*" }, { name: "overlook" }, "ask"],
    [{ toolKinds: ["fetch", "other"] }, { kind: "other" }, "allow"],
    [{ toolKinds: "fetch" }, { kind: "other" }, "ask"],
    [{ tools: "x", toolKinds: "fetch" }, { name: "x", kind: "other" }, "ask"],
    [{ servers: "git*" }, { name: "x" }, "ask"],
    [{}, { name: "x" }, "allow"],
  ])("%j: %j is %s", (rule, facts, verdict) => {
    expect(judge(facts, { verdict: "allow", kind: "tool", ...rule })).toBe(verdict);
  });

  it("is judged by its subject, for any tool", () => {
    const inside = createPath("/project/a");
    const outside = createPath("/etc/passwd");
    expect(judge({ kind: "read", paths: [inside] })).toBe("allow");
    expect(judge({ kind: "edit", paths: [inside] })).toBe("allow");
    expect(judge({ kind: "delete", paths: [inside] })).toBe("ask");
    expect(judge({ kind: "read", paths: [inside, outside] })).toBe("deny");
    expect(judge({ kind: "execute", command: createLine("ls") })).toBe("allow");
    expect(judge({ kind: "execute", command: createLine("ls", "mytool") })).toBe("ask");
    expect(judge({ kind: "fetch", url: "https://example.com" })).toBe("ask");
    expect(judge({ kind: "fetch", url: "file:///x" })).toBe("deny");
    expect(
      judge({ kind: "execute", command: createLine("rm x") }, { verdict: "deny", kind: "execute", program: "rm" }),
    ).toBe("deny");
    expect(judge({ kind: "edit", paths: [inside] }, { verdict: "deny", kind: "write", paths: "a" })).toBe("deny");
  });

  it("that a rule allows takes what it is about with it, as far as the rule goes", () => {
    const rule = { verdict: "allow", kind: "tool", tools: "bash" };
    const bash = (line: string): Partial<ToolFacts> => ({ name: "bash", kind: "execute", command: createLine(line) });
    expect(judge(bash("mytool x"), rule)).toBe("allow");
    expect(judge(bash("rm -rf x"), rule)).toBe("ask");
    expect(judge(bash("rm -rf x"), { ...rule, including: ["dangerous"] })).toBe("allow");
    expect(judge(bash("mytool x"), rule, { verdict: "ask", kind: "execute", program: "mytool" })).toBe("ask");
    expect(judge(bash("$X"), { ...rule, including: ["dangerous", "outside"] })).toBe("ask");
    expect(judge({ name: "bash", kind: "execute" }, rule)).toBe("allow");
  });

  it.each<[ToolKind, ...string[]]>([
    ["think", "allow", "allow", "allow", "allow"],
    ["read", "ask", "ask", "allow", "allow"],
    ["search", "ask", "ask", "allow", "allow"],
    ["edit", "ask", "ask", "allow", "allow"],
    ["delete", "ask", "ask", "allow", "allow"],
    ["move", "ask", "ask", "allow", "allow"],
    ["fetch", "ask", "ask", "allow", "allow"],
    ["switch_mode", "ask", "ask", "allow", "allow"],
    ["other", "ask", "ask", "allow", "allow"],
    ["execute", "ask", "ask", "ask", "deny"],
  ])("of the kind %s about which nothing is known: %s, %s, %s, %s", (kind, ...verdicts) => {
    expect(TOOL_KINDS).toContain(kind);
    const decided = APPROVAL_LEVELS.map(
      (level) => decide({ kind: "tool", name: "x" }, createTool({ kind }), createRules({}, { level })).verdict,
    );
    expect(decided).toEqual(verdicts);
  });

  it("of an MCP server is known by the server", () => {
    const facts = createTool({ name: "get", server: "github" });
    const ask = (rule: Raw): string =>
      decide(
        { kind: "mcp", server: "github", name: "get" },
        facts,
        createRules({ rules: [{ verdict: "allow", ...rule }] }),
      ).verdict;
    expect(ask({ kind: "mcp", servers: "git*" })).toBe("allow");
    expect(ask({ kind: "mcp", servers: "gitlab" })).toBe("ask");
    expect(ask({ kind: "mcp", tools: "mcp__github__g*" })).toBe("allow");
    expect(ask({ kind: "mcp", tools: "g*", servers: "github" })).toBe("allow");
    expect(ask({ kind: "tool", tools: "get" })).toBe("ask");
  });
});
