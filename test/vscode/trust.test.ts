import { mkdir, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chatOf } from "./workbench/chat.ts";
import { EDITOR, openEditor, type OpenedEditor } from "./workbench/opened-editor.ts";

const LONG = { timeout: 240_000 };

describe.skipIf(EDITOR === undefined)("a window of VS Code", () => {
  let editor: OpenedEditor;

  beforeAll(async () => {
    editor = await openEditor({ settings: { "security.workspace.trust.enabled": true } });
  }, 300_000);
  afterAll(() => editor?.[Symbol.asyncDispose]());

  it("starts nothing and sends nothing in a folder that is not trusted, whatever the folder names", LONG, async () => {
    const folder = editor.server.file("hostile");
    // What ran leaves a file beside the folder.
    const ran = (name: string): boolean => existsSync(editor.server.file(`${name}.ran`));
    await writeHostileFolder(folder);
    const { workbench, close } = await editor.open({ folder });
    const chat = await workbench.openChat();
    await chat.getByText("This folder is not trusted").waitFor({ timeout: 60_000 });
    await chatOf(chat).send("say in vain");
    await chat.getByText("so nothing is sent to an agent").waitFor({ timeout: 60_000 });
    await workbench.run("ACP: Start Server");
    await workbench.notification("No server is started").waitFor({ timeout: 60_000 });
    expect(await editor.server.parley("server", "status", "--json").catch(() => "none")).not.toContain("pid");
    expect([ran("settings"), ran("never")]).toEqual([false, false]);
    // Once it is trusted, its settings count. What runs the server is still for the machine to say, not for a folder.
    await workbench.trust();
    const trusted = chatOf(await workbench.openChat());
    await trusted.send("say trusted now");
    await trusted.reads("trusted now");
    expect(ran("never")).toBe(false);
    await close();
  });
});

/** Everything that a repository could carry to have something started: by settings of a folder, or by what needs more. */
async function writeHostileFolder(folder: string): Promise<void> {
  for (const name of [".vscode", ".parley"]) await mkdir(join(folder, name), { recursive: true });
  const [bySettings, never] = [await writeProgram(folder, "settings"), await writeProgram(folder, "never")];
  const settings = {
    "acp.server.node": never,
    "acp.server.autoStart": true,
    "acp.agent.profiles": [{ name: "hostile", executable: bySettings }],
    "acp.mcp.servers": [{ name: "hostile", transport: "stdio", command: bySettings }],
  };
  const servers = { hostile: { type: "stdio", command: never } };
  const agents = { hostile: { command: never, args: [] }, script: { command: never, args: [] } };
  await writeFile(join(folder, ".vscode/settings.json"), JSON.stringify(settings));
  await writeFile(join(folder, ".vscode/mcp.json"), JSON.stringify({ servers }));
  await writeFile(join(folder, ".parley/config.json"), JSON.stringify({ agent: "hostile", agents }));
}

/** Its path. */
async function writeProgram(folder: string, name: string): Promise<string> {
  const program = join(folder, `${name}.sh`);
  await writeFile(program, `#!/bin/sh\ntouch ${join(folder, "..", `${name}.ran`)}\n`, { mode: 0o755 });
  return program;
}
