// Agents of others in VS Code, against a stub model: each asks before it edits, and the edit is under review. Only those that
// `npm run test:compat` has installed, because their programs are large.
import { startStubModel, stubScript, type StubModel } from "@parley/test-support/stub-model";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { gemini } from "../compat/agents/gemini.ts";
import { goose } from "../compat/agents/goose.ts";
import type { AgentRecipe } from "../compat/agents/recipe.ts";
import { findInstalled, nodeFor } from "../compat/install.ts";
import { CodeEditor } from "./workbench/code-editor.ts";
import { EDITOR, openEditor, type OpenedEditor, type OpenedWindow } from "./workbench/opened-editor.ts";

const LIMIT = { timeout: 240_000 };
const SOON = { timeout: 60_000 };
const RECIPES: readonly AgentRecipe[] = [goose, gemini];
const INSTALLED = await Promise.all(RECIPES.map(async (recipe) => ({ recipe, folder: await findInstalled(recipe) })));
const FOUND = INSTALLED.flatMap(({ recipe, folder }) => (folder === undefined ? [] : [{ recipe, folder }]));

describe.skipIf(EDITOR === undefined || FOUND.length === 0)("agents of others in VS Code", () => {
  let model: StubModel;
  let editor: OpenedEditor;
  let window: OpenedWindow;
  let code: CodeEditor;

  beforeAll(async () => {
    model = await startStubModel();
    editor = await openEditor({ settings: { "files.autoSave": "off" } });
    for (const { recipe, folder } of FOUND) await register(recipe, folder);
    window = await editor.open({});
    code = new CodeEditor(window.workbench);
    await code.showChat();
  }, 300_000);
  afterAll(async () => {
    await editor?.[Symbol.asyncDispose]();
    await model?.close();
  });

  /** As a person would: a command with its variables. */
  async function register(recipe: AgentRecipe, folder: string): Promise<void> {
    const modules = join(folder, "node_modules");
    const home = editor.server.file("home");
    const { env, files = {}, args = [] } = recipe.setUp({ home, modules, modelUrl: model.url });
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(home, path)), { recursive: true });
      await writeFile(join(home, path), content);
    }
    const program = join(modules, recipe.program);
    const command = program.endsWith("js") ? [nodeFor(recipe, modules), program] : [program];
    const variables = Object.entries(env).flatMap(([name, value]) => ["--env", `${name}=${value}`]);
    await editor.server.parley("agents", "add", `${recipe.name}-here`, ...variables, "--", ...command, ...args);
  }

  it.each(FOUND.map(({ recipe }) => recipe.name))("%s edits a file after a permission", LIMIT, async (name) => {
    const path = join(window.folder, `${name}.txt`);
    await writeFile(path, "alpha\nbeta\ngamma\n");
    const chat = await window.workbench.newChat();
    await chat.getByRole("combobox", { name: "Agent" }).selectOption({ label: `${name}-here` });
    const script = stubScript(`read ${path}`, "then", `edit ${path} beta => BETA`, `say ${name} has edited it`);
    const input = chat.getByRole("textbox", { name: "Message" });
    await input.fill(script);
    await input.press("Enter");
    const card = chat.getByRole("group", { name: /^Permission: / });
    await card.first().waitFor(SOON);
    await code.shoot(`agent-${name}-asks`);
    const said = chat.getByRole("log", { name: "Conversation" }).getByText(`${name} has edited it`, { exact: true });
    // Some ask before they read, too.
    while ((await said.count()) === 0) {
      const allow = card.getByRole("button", { name: /^Allow(?! for| always)/ }).first();
      await Promise.race([said.waitFor(SOON), allow.waitFor(SOON)]);
      // An answered question is shown for a moment longer; the next look finds what there is then.
      if ((await allow.count()) > 0) await allow.click({ timeout: 2_000 }).catch(() => undefined);
    }
    expect(await readFile(path, "utf8")).toBe("alpha\nBETA\ngamma\n");
    await code.open(path);
    await code.lens(/Undo$/).first().waitFor(SOON);
    await code.shoot(`agent-${name}`);
    await code.lens(/Undo$/).first().click();
    await expect.poll(() => readFile(path, "utf8"), SOON).toBe("alpha\nbeta\ngamma\n");
  });
});
