import { describe, expect, it } from "vitest";
import { BUILT_IN_MODES } from "./built-in.ts";
import { findGroupErrors, GROUP_NAMES, toolsOf, toPolicyMode } from "./groups.ts";
import type { AgentMode } from "./mode.ts";
import { createMode, judge, pathFacts, permitted, sceneTools } from "./testing/mode-scene.ts";
import { TOOL_GROUPS } from "../tools/tool.ts";

const offered = (mode: AgentMode): string =>
  toolsOf(mode, sceneTools)
    .map(({ name }) => name)
    .join(" ");
const allowed = (mode: AgentMode, path?: string): string => permitted(toPolicyMode(mode, sceneTools), path).join(" ");
const find = (id: string): AgentMode => BUILT_IN_MODES.find((mode) => mode.id === id) ?? createMode(["none"]);

const FILES = "read grep write edit";
const CHANGES = "read write delete move";

describe("the groups of a mode", () => {
  it("are those that tools have, and none", () => {
    expect(GROUP_NAMES.toSorted()).toEqual([...TOOL_GROUPS, "none"].toSorted());
  });

  it.each<[id: string, tools: string, effects: string]>([
    ["pm", "read grep fetch remember plan", "read fetch remember"],
    ["architect", `${FILES} shell fetch remember plan`, `${CHANGES} execute fetch remember`],
    [
      "backend",
      `${FILES} shell remember plan mcp__github__issue mcp__my_wiki__page`,
      `${CHANGES} execute remember github wiki`,
    ],
    [
      "frontend",
      `${FILES} shell browser plan mcp__github__issue mcp__my_wiki__page`,
      `${CHANGES} execute fetch github wiki`,
    ],
    ["qa", `${FILES} shell browser plan`, `${CHANGES} execute fetch`],
    ["security", `${FILES} shell fetch remember plan`, `${CHANGES} execute fetch remember`],
    ["sre", `${FILES} shell fetch plan`, `${CHANGES} execute fetch`],
    ["devsecops", `${FILES} shell plan mcp__github__issue mcp__my_wiki__page`, `${CHANGES} execute github wiki`],
    [
      "assistant",
      sceneTools.map(({ name }) => name).join(" "),
      `${CHANGES} execute fetch remember create_app github wiki`,
    ],
    ["specialist", `${FILES} shell fetch remember plan`, `${CHANGES} execute fetch remember`],
    ["recipe_maker", "", ""],
    ["app_maker", "", "create_app"],
    ["app_iterator", "", "create_app"],
    ["judge", "", ""],
    ["planner", "", ""],
  ])("of %s give %s, and policy permits %s", (id, tools, effects) => {
    expect(offered(find(id))).toBe(tools);
    expect(allowed(find(id))).toBe(effects);
  });

  it.each<[groups: AgentMode["groups"], tools: string, effects: string]>([
    [[], sceneTools.map(({ name }) => name).join(" "), `${CHANGES} execute fetch remember create_app github wiki`],
    [["none"], "", ""],
    [["none", "read"], "read grep plan", "read"],
    [["edit"], "write edit plan", "write delete move"],
    [["github"], "plan mcp__github__issue", "github"],
    [["my wiki"], "plan mcp__my_wiki__page", "wiki"],
    [["my_wiki", "Github"], "plan", ""],
    [["nobody"], "plan", ""],
    [["__proto__", "constructor"], "plan", ""],
  ])("%j give %s, and policy permits %s", (groups, tools, effects) => {
    expect(offered(createMode(groups))).toBe(tools);
    expect(allowed(createMode(groups))).toBe(effects);
  });

  it("do not give our tools to a server of the same name", () => {
    const server = { name: "mcp__read__x", groups: ["mcp"], server: "read" } as const;
    for (const group of ["read", "remember", "developer", "none"]) {
      const mode = createMode([group]);
      expect(toolsOf(mode, [server])).toEqual([]);
      const facts = { name: "x", kind: "other", server: group } as const;
      const policyMode = toPolicyMode(mode, sceneTools);
      expect([group, judge(policyMode, { kind: "mcp", server: group, name: "x" }, facts)]).toEqual([
        group,
        group === "remember",
      ]);
    }
  });

  it("let the notes be read and written where they are, and nothing else", () => {
    const mode = createMode(["memory"]);
    expect(allowed(mode, "/project/.parley/memory/a.md")).toBe(`${CHANGES} remember`);
    expect(allowed(mode, "/project/.parley/memory")).toContain("read");
    expect(allowed(mode, "/project/.parley/memory-2/a.md")).toBe("remember");
    expect(allowed(mode, "/project/x/.parley/memory/a.md")).toBe("remember");
    expect(allowed(createMode(["apps"]), "/project/.parley/apps/a/index.html")).toBe(`${CHANGES} create_app`);
  });
});

describe("a group that is limited to files", () => {
  const docs = { group: "edit", fileRegex: String.raw`^docs/.*\.md$` };

  it.each<[groups: AgentMode["groups"], path: string, effects: string]>([
    [["read", docs], "docs/a.md", CHANGES],
    [["read", docs], "docs/a.ts", "read"],
    [["read", docs], "src/docs/a.md", "read"],
    [["read", docs], "docs", "read"],
    [[docs, { group: "edit", fileRegex: "^src/" }], "src/a.ts", "write delete move"],
    [[{ group: "developer", fileRegex: "^src/" }], "src/a.ts", CHANGES],
    [[{ group: "developer", fileRegex: "^src/" }], "docs/a.md", ""],
    [
      [
        { group: "command", fileRegex: "." },
        { group: "mcp", fileRegex: "." },
        { group: "github", fileRegex: "." },
      ],
      "src/a.ts",
      "",
    ],
  ])("%j: %s may be %s", (groups, path, effects) => {
    expect(allowed(createMode(groups), `/project/${path}`)).toBe(effects);
  });

  it("goes by where a path really leads, and not by what it was called", () => {
    const mode = toPolicyMode(createMode([docs]), sceneTools);
    const write = (real: string): boolean =>
      judge(mode, { kind: "write", path: real }, pathFacts(real, { requested: "/project/docs/a.md" }));
    expect([write("/project/docs/a.md"), write("/project/src/a.md"), write("/etc/docs/a.md")]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("holds for a tool that is called by its name too", () => {
    const mode = toPolicyMode(createMode([docs]), sceneTools);
    const call = (...paths: string[]): boolean =>
      judge(
        mode,
        { kind: "tool", name: "edit" },
        { name: "edit", kind: "edit", paths: paths.map((path) => pathFacts(path)) },
      );
    expect([call("/project/docs/a.md"), call("/project/docs/a.md", "/project/src/a.ts"), call()]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("gives its tools, but no commands", () => {
    expect(offered(createMode([{ group: "developer", fileRegex: "." }]))).toBe(`${FILES} plan`);
    expect(
      offered(
        createMode([
          { group: "command", fileRegex: "." },
          { group: "github", fileRegex: "." },
        ]),
      ),
    ).toBe("plan");
  });

  it("is not given at all if its expression cannot be read", () => {
    const mode = createMode(["read", { group: "edit", fileRegex: "(a" }]);
    expect(allowed(mode)).toBe("read");
    expect(findGroupErrors(mode)).toEqual([expect.stringContaining("a ) for every (")]);
  });
});
