import { describe, expect, it } from "vitest";
import { decide } from "../decide.ts";
import { createLine, createPath, createRules, createTool } from "../testing/facts.ts";

const run = (line: string, raw: object): string =>
  decide({ kind: "execute", command: line }, createLine(line), createRules(raw)).verdict;
const call = (facts: Parameters<typeof createTool>[0], raw: object): string => {
  const tool = createTool(facts);
  return tool.server === undefined
    ? decide({ kind: "tool", name: tool.name }, tool, createRules(raw)).verdict
    : decide({ kind: "mcp", name: tool.name, server: tool.server }, tool, createRules(raw)).verdict;
};

describe("autoAllow and autoReject", () => {
  it.each<[pattern: string, line: string, verdict: string]>([
    ["execute(npm run *)", "npm run build", "allow"],
    ["Bash(npm run:*)", "npm run build", "allow"],
    ["bash(npm test)", "npm test", "allow"],
    ["bash(npm test)", "npm test -- x", "ask"],
    ["execute", "mytool x", "allow"],
    ["execute", "rm -rf x", "ask"],
    ["read", "mytool x", "ask"],
  ])("allow %s: %s is %s", (pattern, line, verdict) => {
    expect(run(line, { autoAllow: [pattern] })).toBe(verdict);
  });

  it.each<[pattern: string, facts: Parameters<typeof createTool>[0], verdict: string]>([
    ["my_tool", { name: "my_tool" }, "allow"],
    ["MY_*", { name: "my_tool" }, "allow"],
    ["my_tool", { name: "my_tool2" }, "ask"],
    ["fetch", { name: "x", kind: "fetch" }, "allow"],
    ["switch_mode", { name: "x", kind: "switch_mode" }, "allow"],
    ["mcp__github__get_*", { name: "get_issue", server: "github" }, "allow"],
    ["mcp__github__get_*", { name: "delete_repo", server: "github" }, "ask"],
    ["mcp__github", { name: "delete_repo", server: "GitHub" }, "allow"],
    ["mcp__my_server__x", { name: "x", server: "my_server" }, "allow"],
    ["mcp__github", { name: "x", server: "github2" }, "ask"],
    ["mcp__github", { name: "mcp__github" }, "ask"],
    ["get_issue", { name: "get_issue", server: "github" }, "allow"],
  ])("allow %s: %j is %s", (pattern, facts, verdict) => {
    expect(call(facts, { autoAllow: [pattern] })).toBe(verdict);
  });

  it.each([
    ["run rm", "Did you mean execute(rm *)?"],
    ["RUN rm -rf", "Did you mean execute(rm -rf *)?"],
    ["shell(rm)", "Did you mean execute(rm *)?"],
    ["bash rm", "Did you mean execute(rm *)?"],
    ["https://evil.com/x", "Did you mean fetch(evil.com)?"],
    [".env", "Did you mean write(.env) or read(.env)?"],
    ["*.env", "Did you mean write(*.env) or read(*.env)?"],
    ["src/**", "Did you mean write(src/**) or read(src/**)?"],
    ["./deploy.sh", "Did you mean execute(./deploy.sh *)?"],
    ["/etc/passwd", "such as execute(npm publish *)"],
    ["../x/**", "such as execute(npm publish *)"],
    ["rm;ls", "such as execute(npm publish *)"],
    ["rm -rf *", "Did you mean execute(rm -rf *)?"],
    ["write *.env", "Did you mean write(*.env)?"],
    ["execute(npm publish", "such as execute(npm publish *)"],
    ["publish(npm)", "such as execute(npm publish *)"],
    ["", "such as execute(npm publish *)"],
  ])("refuse %j, which would match nothing", (pattern, expected) => {
    const rules = createRules({ autoReject: [pattern] });
    expect(rules.written.broken).toMatchObject([
      { list: "autoReject", index: 0, expected: expect.stringContaining(expected) },
    ]);
    expect(decide({ kind: "execute", command: "ls" }, createLine("ls"), rules).verdict).toBe("ask");
  });

  it("suggest a rule that denies the command with any arguments, and allows it only as it was written", () => {
    for (const line of ["rm", "rm x", "rm -rf x"]) expect(run(line, { autoReject: ["execute(rm *)"] })).toBe("deny");
    const allowing = createRules({ autoAllow: ["npm test"] }).written.broken;
    expect(allowing).toMatchObject([
      { expected: expect.stringContaining("Did you mean execute(npm test)?") as string },
    ]);
  });

  it.each(["my.tool", "server/tool", "a:b", "git", "tool-*", "*", "ns.do_it?"])("take %s for a tool's name", (name) => {
    expect(createRules({ autoReject: [name] }).written.broken).toEqual([]);
  });

  it("reject before they allow", () => {
    expect(run("npm publish", { autoAllow: ["execute"], autoReject: ["execute(npm publish *)"] })).toBe("deny");
    expect(run("ls && npm publish".split(" && ")[1] ?? "", { autoReject: ["bash"] })).toBe("deny");
    expect(call({ name: "danger" }, { autoAllow: ["*"], autoReject: ["danger"] })).toBe("deny");
    expect(call({ name: "x", kind: "edit" }, { autoReject: ["edit"] })).toBe("deny");
  });

  it("reach paths and hosts", () => {
    const raw = {
      autoAllow: ["delete(tmp/**)", "fetch(*.example.com)"],
      autoReject: ["edit(*.lock)", "webfetch(evil.com)"],
    };
    const rules = createRules(raw);
    expect(decide({ kind: "delete", path: "" }, createPath("/project/tmp/a"), rules).verdict).toBe("allow");
    expect(decide({ kind: "write", path: "" }, createPath("/project/a.lock"), rules).verdict).toBe("deny");
    expect(decide({ kind: "fetch", url: "" }, { url: "https://a.example.com/x" }, rules).verdict).toBe("allow");
    expect(decide({ kind: "fetch", url: "" }, { url: "https://evil.com/x" }, rules).verdict).toBe("deny");
  });
});
