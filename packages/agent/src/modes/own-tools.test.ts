import { decide, compileRules, type Mode } from "@parley/policy";
import type { Subject } from "@parley/home/judge";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codingTools } from "../tools/coding-tools.ts";
import { moreTools } from "../tools/more-tools.ts";
import { createToolScene, type ToolScene } from "../tools/testing/tool-scene.ts";
import { TOOL_GROUPS, type Tool } from "../tools/tool.ts";
import { BUILT_IN_MODES } from "./built-in.ts";
import { toolsOf, toPolicyMode } from "./groups.ts";
import type { AgentMode } from "./mode.ts";
import { createMode } from "./testing/mode-scene.ts";

const tools: readonly Tool[] = [...codingTools, ...moreTools];
const page = "<!doctype html><html><head><title>a</title></head><body></body></html>";

/** A call of each that touches something. */
const INPUTS: Readonly<Record<string, unknown>> = {
  read: { path: "src/a.ts" },
  write: { path: "src/b.ts", content: "b" },
  edit: { path: "src/a.ts", old_text: "one", new_text: "two" },
  delete: { path: "src/a.ts" },
  move: { from: "src/a.ts", to: "src/c.ts" },
  list: { path: "src" },
  glob: { pattern: "**/*.ts" },
  grep: { pattern: "one" },
  shell: { command: "npm test" },
  fetch: { url: "https://example.com/" },
  remember: { title: "A new note", text: "text" },
  recall: { query: "note" },
  forget: { title: "A note" },
  create_app: { name: "new-app", title: "New", description: "d", html: page },
  list_apps: {},
  update_app: { name: "an-app", html: page.replace("body></body", "body>b</body") },
};

/** Every mode of ours that has tools, one for each group alone, and one that may edit only some files. */
const modes: readonly AgentMode[] = [
  ...BUILT_IN_MODES.filter(({ category }) => category === "session"),
  ...TOOL_GROUPS.map((group) => createMode([group], { id: `only ${group}`, name: `only ${group}` })),
  createMode(["read", { group: "edit", fileRegex: String.raw`\.md$` }], { id: "writer", name: "writer" }),
];

let scene: ToolScene;
beforeAll(async () => {
  scene = await createToolScene();
  await mkdir(join(scene.workspace, "src"));
  await writeFile(join(scene.workspace, "src", "a.ts"), "one\n");
  for (const [name, input] of [
    ["remember", { title: "A note", text: "text" }],
    ["create_app", { name: "an-app", title: "An app", description: "d", html: page }],
  ] as const) {
    const tool = tools.find((one) => one.name === name);
    if (tool !== undefined) await scene.call(tool, input);
  }
});
afterAll(() => scene[Symbol.asyncDispose]());

/** By the mode: at this level nobody else says no to what these calls do. */
function isForbidden(mode: Mode, { request, facts }: Subject): boolean {
  return decide(request, facts, { written: compileRules([]), level: "bypass", mode }).rule.source === "mode";
}

describe("our tools", () => {
  it("are all tried here", () => {
    const silent = ["command_output", "stop_command", "plan", "task", "ask", "open_app"];
    const untried = tools.map(({ name }) => name).filter((name) => !(name in INPUTS) && !silent.includes(name));
    // The browser has tests of its own, which need one.
    expect(untried.filter((name) => !name.startsWith("browser"))).toEqual([]);
  });

  it.each(Object.keys(INPUTS))("%s may do what it does in every mode that gives it, and in no other", async (name) => {
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) throw new Error(` tool ${name}`);
    const { subjects } = await scene.prepare(tool, INPUTS[name]);
    expect(subjects).not.toEqual([]);
    const wrong = modes.filter((mode) => {
      const policyMode = toPolicyMode(mode, tools);
      const isGiven = toolsOf(mode, tools).includes(tool);
      const isForbiddenHere = subjects.some((subject) => isForbidden(policyMode, subject));
      if (mode.id === "writer" && tool.groups.includes("edit")) return !isForbiddenHere;
      if (isGiven) return isForbiddenHere;
      // Other tools may need what pages and notes need; files and commands are only for modes that have those tools.
      return codingTools.includes(tool) && !isForbiddenHere;
    });
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });
});
