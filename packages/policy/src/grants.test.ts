import { describe, expect, it } from "vitest";
import { decide } from "./decide.ts";
import type { PathFacts } from "./facts.ts";
import { covers, createGrant } from "./grants.ts";
import { createCommand, createLine, createPath, createRules, createTool, createWord, ground } from "./testing/facts.ts";

const turn = { turnId: "t1", by: "person" } as const;
const file = createPath("/project/a");
const other = createPath("/project/b");

describe("a grant", () => {
  it("to edit covers the file calls that follow, and nothing else", () => {
    const grant = createGrant(
      { kind: "tool", name: "edit" },
      createTool({ name: "edit", kind: "edit", paths: [file] }),
      turn,
    );
    expect(covers(grant, { kind: "write", path: "" }, file)).toBe(true);
    expect(covers(grant, { kind: "write", path: "" }, { ...file, requested: "./x/../a" })).toBe(true);
    expect(covers(grant, { kind: "read", path: "" }, file)).toBe(true);
    expect(covers(grant, { kind: "delete", path: "" }, file)).toBe(false);
    expect(covers(grant, { kind: "write", path: "" }, other)).toBe(false);
    expect(covers(grant, { kind: "write", path: "" }, createPath("/project/a/b"))).toBe(false);
    expect(covers(grant, { kind: "execute", command: "" }, createLine("ls"))).toBe(false);
  });

  it("to read does not cover a write", () => {
    const grant = createGrant({ kind: "read", path: "" }, file, turn);
    expect(covers(grant, { kind: "write", path: "" }, file)).toBe(false);
  });

  it("to run covers just that line, in just that folder, with just those variables", () => {
    const line = createLine("npm test", createCommand("tee out.txt", { via: ["pipe"] }));
    const grant = createGrant(
      { kind: "tool", name: "bash" },
      createTool({ name: "bash", kind: "execute", command: line }),
      turn,
    );
    const run = (facts: typeof line): boolean => covers(grant, { kind: "execute", command: "" }, facts);
    expect(run(line)).toBe(true);
    const shell = createCommand("bash -lc x", { isWrapper: true });
    const inner = line.commands.map((command) => ({ ...command, via: ["shell" as const, ...command.via] }));
    expect(run({ ...line, commands: [shell, ...inner] })).toBe(true);
    expect(run({ ...line, cwd: "/project/sub" })).toBe(false);
    expect(run({ ...line, commands: line.commands.slice(0, 1) })).toBe(false);
    expect(run({ ...line, commands: [...line.commands, createCommand("rm x")] })).toBe(false);
    expect(run({ ...line, environment: [{ name: "A", value: createWord("1") }] })).toBe(false);
    expect(run({ ...line, hasUnparsed: true })).toBe(false);
    expect(run(createLine("npm test", "tee out.txt"))).toBe(false);
    expect(
      run(
        createLine(
          'npm "test"',
          createCommand("tee out.txt", { via: ["pipe"], args: [createWord("out.txt", { isLiteral: false })] }),
        ),
      ),
    ).toBe(false);
  });

  it("to move, to fetch and to call a server covers just that", () => {
    const move = createGrant({ kind: "move", path: "", to: "" }, { from: file, to: other }, turn);
    expect(covers(move, { kind: "move", path: "", to: "" }, { from: file, to: other })).toBe(true);
    expect(covers(move, { kind: "move", path: "", to: "" }, { from: file, to: createPath("/project/c") })).toBe(false);
    const fetch = createGrant({ kind: "fetch", url: "" }, { url: "https://x.y/a" }, turn);
    expect(covers(fetch, { kind: "fetch", url: "" }, { url: "https://X.y:443/a" })).toBe(true);
    expect(covers(fetch, { kind: "fetch", url: "" }, { url: "https://x.y/b" })).toBe(false);
    expect(covers(fetch, { kind: "fetch", url: "" }, { url: "nonsense" })).toBe(false);
    const mcp = createGrant({ kind: "mcp", server: "s", name: "n" }, createTool({ server: "s", name: "n" }), turn);
    expect(covers(mcp, { kind: "mcp", server: "s", name: "n" }, createTool({ server: "s", name: "n" }))).toBe(true);
    expect(covers(mcp, { kind: "mcp", server: "s", name: "m" }, createTool({ server: "s", name: "m" }))).toBe(false);
    expect(covers(mcp, { kind: "tool", name: "n" }, createTool({ name: "n" }))).toBe(false);
  });

  it("knows one file by all its spellings, where the file system does", () => {
    const platform = { ...ground.platform, isCaseInsensitive: true };
    const grant = createGrant({ kind: "write", path: "" }, createPath("/project/A", { platform }), turn);
    expect(covers(grant, { kind: "write", path: "" }, createPath("/project/a", { platform }))).toBe(true);
    expect(covers(grant, { kind: "write", path: "" }, createPath("/project/A"))).toBe(false);
  });

  it("goes past what only a person may go past if a person gave it, and never past a denial", () => {
    const command = createLine("cat x > /etc/y");
    const rules = (by: "person" | "rule"): ReturnType<typeof createRules> =>
      createRules(
        {},
        { turnId: "t1", grants: [createGrant({ kind: "execute", command: "" }, command, { turnId: "t1", by })] },
      );
    expect(decide({ kind: "execute", command: "" }, command, rules("person")).verdict).toBe("allow");
    expect(decide({ kind: "execute", command: "" }, command, rules("rule")).verdict).toBe("ask");
    const outside: PathFacts = createPath("/etc/passwd");
    const grants = [createGrant({ kind: "read", path: "" }, outside, turn)];
    expect(decide({ kind: "read", path: "" }, outside, createRules({}, { turnId: "t1", grants })).verdict).toBe("deny");
  });
});
