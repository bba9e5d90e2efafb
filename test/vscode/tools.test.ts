// The tools of the editor, called by our own agent in a real VS Code; and the MCP servers of a folder, with consent.
import { resultsOf, startStubModel, stubScript, type StubModel } from "@parley/test-support/stub-model";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PARLEY } from "../e2e/run-parley.ts";
import { chatOf } from "./workbench/chat.ts";
import { CodeEditor } from "./workbench/code-editor.ts";
import { EDITOR, openEditor, type OpenedEditor, type OpenedWindow } from "./workbench/opened-editor.ts";

const LONG = { timeout: 240_000 };
const SOON = { timeout: 60_000 };
const SOURCE = "export function findNeedle() {\n  return 1;\n}\nfindNeedle();\n";

describe.skipIf(EDITOR === undefined)("tools of VS Code for agents", () => {
  let model: StubModel;
  let editor: OpenedEditor;
  let window: OpenedWindow;
  let code: CodeEditor;

  beforeAll(async () => {
    model = await startStubModel();
    editor = await openEditor({ settings: { "files.autoSave": "off" } });
    await editor.server.setSettings({
      "acp.agent.executable": process.execPath,
      "acp.agent.args": [PARLEY, "agent", "--mode", "assistant", "--model", "openai-compatible/stub-model"],
      "acp.agent.env": { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: "stub" },
      "acp.permissions.autoAllow": ["mcp__editor__*"],
    });
    window = await editor.open({ "a.ts": SOURCE, "bad.json": '{ "one": 1 "two": 2 }\n', "c.txt": "haystack\n" });
    code = new CodeEditor(window.workbench);
    await code.showChat();
  }, 300_000);
  afterAll(async () => {
    await editor?.[Symbol.asyncDispose]();
    await model?.close();
  });

  /** What the model was given as the result of the call. */
  const call = async (name: string, given: object): Promise<string> => {
    const chat = chatOf(await window.workbench.openChat());
    const results = () => {
      const conversation = model.requests.findLast(({ isSide }) => !isSide)?.conversation;
      return conversation === undefined ? [] : resultsOf(conversation);
    };
    const before = results().length;
    await chat.send(stubScript(`mcp ${name} ${JSON.stringify(given)}`, "echo result"));
    await expect.poll(() => results().length, SOON).toBeGreaterThan(before);
    return JSON.stringify(results().at(-1));
  };

  /** The agent is not our own, which has asked before: so the editor asks. */
  const answer = async (button: string): Promise<void> => {
    const notice = window.workbench.notification("wants to edit");
    await notice.getByRole("button", { name: button }).click(SOON);
    await notice.waitFor({ state: "hidden" });
  };

  it("search, files and text have what is not saved", LONG, async () => {
    await code.open(join(window.folder, "c.txt"));
    await code.focus();
    await code.typeAt(1, "unsaved needle ");
    expect(await call("vscode_search", { query: "NEEDLE", includePattern: "**/*.txt" })).toContain(
      "c.txt:1: unsaved needle haystack",
    );
    expect(await call("vscode_search", { query: "needle", excludePattern: "**/*.txt" })).toContain("a.ts:1: export");
    expect(await call("vscode_get_document_text", { uri: "c.txt" })).toContain("unsaved needle haystack");
    expect(await call("vscode_list_files", {})).toContain("bad.json");
    expect(await call("vscode_get_open_editors", {})).toMatch(/c\.txt:1:\d+ \(in front, not saved\)/);
  });

  it("diagnostics, symbols and references come from the language servers", LONG, async () => {
    await code.open(join(window.folder, "bad.json"));
    await expect.poll(() => call("vscode_get_diagnostics", { uri: "bad.json" }), LONG).toContain("bad.json:1:");
    expect(await call("vscode_get_symbols", { uri: "bad.json" })).toContain("one");
    await code.open(join(window.folder, "a.ts"));
    const uses = (): Promise<string> => call("vscode_get_references", { uri: "a.ts", line: 4, character: 3 });
    await expect.poll(uses, LONG).toMatch(/a\.ts:1:17[\s\S]*a\.ts:4:1/);
  });

  it("an edit is made in the document, saved, and undone by Ctrl+Z", LONG, async () => {
    const path = join(window.folder, "a.ts");
    const edits = [{ startLine: 2, startCharacter: 10, endLine: 2, endCharacter: 11, newText: "42" }];
    const [result] = await Promise.all([call("vscode_apply_edit", { uri: path, edits }), answer("Allow")]);
    expect(result).toContain("a.ts was changed and saved");
    expect(await readFile(path, "utf8")).toBe(SOURCE.replace("return 1", "return 42"));
    await code.open(path);
    await code.focus();
    await code.press("Control+z", "Control+s");
    await expect.poll(() => readFile(path, "utf8"), SOON).toBe(SOURCE);
  });

  it("wrong arguments and files outside of the window are errors for the model", LONG, async () => {
    expect(await call("vscode_search", { query: 5 })).toContain("query: must be a non-empty string");
    expect(await call("vscode_get_document_text", { uri: "/etc/hostname" })).toContain(
      "is not in the folders of this window",
    );
    expect(await call("vscode_get_document_text", { uri: "../outside.txt" })).toContain("is not in the folders");
    const wrong = { uri: "a.ts", edits: [] };
    const [allowed] = await Promise.all([call("vscode_apply_edit", wrong), answer("Allow")]);
    expect(allowed).toContain("must be a list of 1 to");
    const [rejected] = await Promise.all([call("vscode_apply_edit", wrong), answer("Reject")]);
    expect(rejected).toContain("The user rejected the edit");
  });

  it("servers of .vscode/mcp.json are given to agents when the person agrees", LONG, async () => {
    const { workbench } = window;
    const other = await editor.open({ "d.txt": "d\n" });
    await mkdir(join(other.folder, ".vscode"));
    const servers = { clock: { type: "stdio", command: "/bin/true" }, post: { type: "pigeon" } };
    await writeFile(join(other.folder, ".vscode/mcp.json"), `// ours\n${JSON.stringify({ servers })}`);
    const chat = chatOf(await other.workbench.openChat());
    await chat.send(stubScript("say begun"));
    const notice = other.workbench.notification("MCP servers in .vscode/mcp.json: clock (/bin/true)");
    await notice.waitFor(SOON);
    const names = async (): Promise<string> => editor.server.parley("sessions", "list", "--json");
    expect(await names()).not.toContain('"clock"');
    await notice.getByRole("button", { name: "Give to Agents" }).click();
    await expect.poll(() => extensionNames(editor, other.folder), SOON).toEqual(["clock"]);
    await other.close();
    expect(workbench.page.isClosed()).toBe(false);
  });
});

async function extensionNames(editor: OpenedEditor, folder: string): Promise<readonly string[]> {
  const { sessions } = await editor.server.ask<{
    sessions: readonly { extensions: readonly { name: string }[] }[];
  }>(`/sessions?cwd=${encodeURIComponent(folder)}`);
  return (sessions[0]?.extensions ?? []).map(({ name }) => name);
}
