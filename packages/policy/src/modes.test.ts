import { describe, expect, it } from "vitest";
import { decide } from "./decide.ts";
import type { PathFacts } from "./facts.ts";
import { compileMode } from "./modes.ts";
import { createLine, createPath, createRules, createTool, windowsGround } from "./testing/facts.ts";

/** The kinds of request that a mode with these groups has tools for. */
function permitted(groups: unknown): string[] {
  const rules = createRules({}, { level: "bypass", mode: compileMode({ name: "m", groups }).mode });
  const file = createPath("/project/docs/a");
  return [
    decide({ kind: "read", path: "" }, file, rules),
    decide({ kind: "write", path: "" }, file, rules),
    decide({ kind: "delete", path: "" }, file, rules),
    decide({ kind: "move", path: "", to: "" }, { from: file, to: createPath("/project/src/a") }, rules),
    decide({ kind: "execute", command: "" }, createLine("ls"), rules),
    decide({ kind: "fetch", url: "" }, { url: "https://example.com" }, rules),
    decide({ kind: "tool", name: "" }, createTool({ name: "memory" }), rules),
    decide({ kind: "mcp", server: "", name: "" }, createTool({ server: "github" }), rules),
  ]
    .filter(({ verdict }) => verdict === "allow")
    .map(({ audit }) => audit.kind);
}

describe("a mode", () => {
  it.each<[groups: unknown, kinds: string]>([
    [[], "read write delete move execute fetch tool mcp"],
    [["none"], ""],
    [["read"], "read"],
    [["edit"], "write delete move"],
    [["read", "command", "fetch"], "read execute fetch"],
    [["memory"], "tool"],
    [["other"], "tool"],
    [["mcp"], "mcp"],
    [["github"], "mcp"],
    [["mcp:github"], "mcp"],
    [["tool:memory"], "tool"],
    [["tool:github", "mcp:memory"], ""],
    [["gitlab"], ""],
    [[{ group: "edit", files: ["docs/**"] }], "write delete"],
    [[{ group: "edit", fileRegex: "^docs/" }], "write delete"],
    [[{ group: "edit", fileRegex: "^docs/|^src/" }], "write delete move"],
    [[{ group: "read", fileRegex: "/docs/" }], ""],
    [[{ group: "command", fileRegex: ".*" }], ""],
    [
      [
        { group: "command", files: ["**"] },
        { group: "fetch", fileRegex: "" },
      ],
      "",
    ],
    [[{ group: "mcp", files: ["**"] }], ""],
    [[{ group: "edit", fileRegex: "(?=docs)" }], ""],
    [[{ group: "edit", fileRegex: "^docs/", files: ["docs/**"] }], ""],
    [["nonsense", 7], ""],
    [[{ group: "edit", files: ["/abs"] }], ""],
    [[{ group: "edit", files: [] }], ""],
    ["read", ""],
    [undefined, ""],
  ])("with the groups %j has tools to: %s", (groups, kinds) => {
    expect(permitted(groups).join(" ")).toBe(kinds);
  });

  it("always lets an agent think, and never edit files that are not known where files are limited", () => {
    const mode = compileMode({ name: "m", groups: ["read", { group: "edit", files: ["docs/**"] }] }).mode;
    const rules = createRules({}, { level: "bypass", mode });
    const call = (kind: "think" | "edit" | "switch_mode"): string =>
      decide({ kind: "tool", name: "" }, createTool({ kind }), rules).verdict;
    expect([call("think"), call("switch_mode"), call("edit")]).toEqual(["allow", "allow", "deny"]);
  });

  it("limits files by their real path below the root they are in, in the file system's spelling", () => {
    const mode = compileMode({ name: "m", groups: [{ group: "edit", fileRegex: "^docs/.*\\.md$" }] }).mode;
    const rules = createRules({}, { level: "bypass", mode });
    const write = (path: PathFacts): string => decide({ kind: "write", path: "" }, path, rules).verdict;
    const insensitive = { style: "posix", isCaseInsensitive: true } as const;
    expect(write(createPath("/project/docs/a.md"))).toBe("allow");
    expect(write(createPath("/extra/docs/a.md"))).toBe("allow");
    expect(write(createPath("/project/src/a.ts", { requested: "/project/docs/a.md" }))).toBe("deny");
    expect(write(createPath("/project/Docs/A.MD"))).toBe("deny");
    expect(write(createPath("/project/Docs/A.MD", { platform: insensitive }))).toBe("allow");
    expect(write(createPath("C:\\project\\Docs\\a.md", windowsGround))).toBe("allow");
    expect(write(createPath("/elsewhere/docs/a.md"))).toBe("deny");
    expect(write(createPath("/project/docs/a.md\n"))).toBe("deny");
  });

  it("means its own groups by their names, and no server that is called the same", () => {
    const call = (group: string): string => {
      const rules = createRules({}, { level: "bypass", mode: compileMode({ name: "m", groups: [group] }).mode });
      return decide({ kind: "mcp", server: "", name: "" }, createTool({ server: "fetch" }), rules).verdict;
    };
    expect([call("fetch"), call("mcp:fetch"), call("mcp")]).toEqual(["deny", "allow", "allow"]);
  });

  it("called none gives nothing, not even to a server of that name", () => {
    const rules = createRules({}, { level: "bypass", mode: compileMode({ name: "m", groups: ["none"] }).mode });
    const call = decide({ kind: "mcp", server: "", name: "" }, createTool({ server: "none" }), rules);
    expect(call.verdict).toBe("deny");
  });

  it("says what could not be read", () => {
    expect(compileMode({ name: "m", groups: [7, { group: "edit", files: "a" }] }).errors).toEqual([
      "m: groups[0]: expected a group, or an object with a group and files",
      "m: groups[1]: expected files, a list of globs",
    ]);
    const { reason, rule } = decide(
      { kind: "write", path: "" },
      createPath("/project/a"),
      createRules({}, { mode: compileMode({ name: "ask", groups: ["read"] }).mode }),
    );
    expect([reason, rule]).toEqual(["The mode ask does not allow this", { source: "mode", id: "ask" }]);
  });
});
