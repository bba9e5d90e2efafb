// Ctrl-G: opens the prompt in the user's own editor, as git does for a commit message.
import { ParleyError } from "@parley/base";
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The edited text. Throws if the editor fails. The terminal must have been released. */
export async function editInEditor(text: string, env: NodeJS.ProcessEnv = process.env): Promise<string> {
  // Prompts can contain secrets, so the folder is private and removed afterwards.
  const folder = await mkdtemp(join(tmpdir(), "parley-prompt-"));
  const path = join(folder, "prompt.md");
  try {
    await writeFile(path, text, { mode: 0o600 });
    await run(editorOf(env), path);
    return (await readFile(path, "utf8")).replaceAll("\r\n", "\n").replace(/\n$/, "");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function editorOf({ VISUAL, EDITOR }: NodeJS.ProcessEnv): string {
  const named = [VISUAL, EDITOR].find((value) => value !== undefined && value.trim() !== "");
  return named ?? (process.platform === "win32" ? "notepad" : "vi");
}

/** The setting may have arguments (`code --wait`), so a shell reads it, as it does for git. */
function run(editor: string, path: string): Promise<void> {
  const isWindows = process.platform === "win32";
  const child = isWindows
    ? spawn(`${editor} "${path}"`, { stdio: "inherit", shell: true })
    : spawn("/bin/sh", ["-c", `${editor} "$1"`, "sh", path], { stdio: "inherit" });
  return new Promise((resolve, reject) => {
    child.once("error", (cause) => reject(failed(editor, "could not be started", cause)));
    child.once("exit", (code, signal) => {
      if (code === 0) resolve();
      else reject(failed(editor, signal === null ? `exited with code ${code}` : `was killed by ${signal}`));
    });
  });
}

function failed(editor: string, how: string, cause?: unknown): ParleyError {
  const message = `The editor ${JSON.stringify(editor)} ${how}; the prompt is unchanged`;
  return new ParleyError({ code: "usage", message, cause, remedy: { label: "Set VISUAL or EDITOR" } });
}
