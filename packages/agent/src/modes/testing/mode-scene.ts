// Modes in front of policy, for tests: a few tools of each group, and what policy says to their effects in a workspace at /project.
import {
  compileRules,
  decide,
  type Mode,
  type PathFacts,
  type PolicyFacts,
  type PolicyRequest,
  type RequestKind,
} from "@parley/policy";
import type { Tool } from "../../tools/tool.ts";
import type { AgentMode } from "../mode.ts";

type SceneTool = Pick<Tool, "name" | "groups" | "server">;

/** Named as ours are. */
export const sceneTools: readonly SceneTool[] = [
  { name: "read", groups: ["developer", "read"] },
  { name: "grep", groups: ["read"] },
  { name: "write", groups: ["edit"] },
  { name: "edit", groups: ["developer", "edit"] },
  { name: "shell", groups: ["developer", "command"] },
  { name: "fetch", groups: ["fetch"] },
  { name: "browser", groups: ["browser"] },
  { name: "remember", groups: ["memory"] },
  { name: "create_app", groups: ["apps"] },
  { name: "plan", groups: [] },
  { name: "mcp__github__issue", groups: ["mcp"], server: "github" },
  { name: "mcp__my_wiki__page", groups: ["mcp"], server: "my wiki" },
];

export function pathFacts(path: string, over: Partial<PathFacts> = {}): PathFacts {
  return {
    workspace: "/project",
    roots: ["/project"],
    platform: { style: "posix", isCaseInsensitive: false },
    requested: path,
    real: path,
    kind: "file",
    ...over,
  };
}

/** At the level that asks about nothing but what is grave: a deny is the mode's. */
export function judge<K extends RequestKind>(mode: Mode, request: PolicyRequest<K>, facts: PolicyFacts<K>): boolean {
  return decide(request, facts, { written: compileRules([]), level: "bypass", mode }).verdict !== "deny";
}

/** Which of these a mode may do, by their names. */
export function permitted(mode: Mode, path = "/project/src/a.ts"): string[] {
  const facts = pathFacts(path);
  const command = {
    workspace: "/project",
    roots: ["/project"],
    platform: facts.platform,
    cwd: "/project",
    commands: [],
    hasUnparsed: false,
  };
  const tool = (name: string): boolean => judge(mode, { kind: "tool", name }, { name, kind: "other" });
  const mcp = (server: string): boolean =>
    judge(mode, { kind: "mcp", server, name: "x" }, { name: "x", kind: "other", server });
  const may: Readonly<Record<string, boolean>> = {
    read: judge(mode, { kind: "read", path }, facts),
    write: judge(mode, { kind: "write", path }, facts),
    delete: judge(mode, { kind: "delete", path }, facts),
    move: judge(mode, { kind: "move", path, to: path }, { from: facts, to: facts }),
    execute: judge(mode, { kind: "execute", command: "ls" }, command),
    fetch: judge(mode, { kind: "fetch", url: "https://a.b" }, { url: "https://a.b" }),
    remember: tool("remember"),
    create_app: tool("create_app"),
    github: mcp("github"),
    wiki: mcp("my wiki"),
  };
  return Object.keys(may).filter((name) => may[name]);
}

export function createMode(groups: AgentMode["groups"], over: Partial<AgentMode> = {}): AgentMode {
  const texts = { name: "Test", description: "d", whenToUse: "w", instructions: "i" };
  return { id: "test", slot: "coding", category: "session", groups, ...texts, ...over };
}
