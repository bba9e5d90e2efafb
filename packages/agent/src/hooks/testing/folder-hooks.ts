// The hooks of a folder and of a home, as they are written, loaded and asked.
import { silentLog } from "@parley/base";
import { openRulesFile } from "@parley/home/rules";
import type { TempFolder } from "@parley/test-support";
import { mkdir, writeFile } from "node:fs/promises";
import { loadHooks, type LoadedHooks } from "../load-hooks.ts";

export async function putConfig(folder: TempFolder, where: "home" | "work/.parley", config: unknown): Promise<void> {
  await mkdir(folder.file(where), { recursive: true });
  await writeFile(folder.file(where, "config.json"), typeof config === "string" ? config : JSON.stringify(config));
}

export async function loadFolderHooks(folder: TempFolder): Promise<LoadedHooks> {
  await mkdir(folder.file("work"), { recursive: true });
  const rules = openRulesFile(folder.file("home"));
  const isTrusted = (path: string): Promise<boolean> => rules.isTrusted(path);
  return loadHooks({ parleyHome: folder.file("home"), cwd: folder.file("work"), isTrusted, log: silentLog });
}

export async function verdictOf({ hooks }: LoadedHooks, cwd: string): Promise<string | undefined> {
  const call = { sessionId: "s", cwd, callId: "c", tool: "edit", input: {} };
  const { answer } = await hooks.before(call, new AbortController().signal);
  return answer === undefined ? undefined : `${answer.verdict} ${answer.reason}`;
}
