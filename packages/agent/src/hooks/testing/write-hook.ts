// Hooks for tests: real Node programs in a folder of the test's own.
import { writeFile } from "node:fs/promises";
import type { TempFolder } from "@parley/test-support";
import type { HookSetting } from "../hook-setting.ts";
import { HOOK_TIMEOUT_MS } from "../../limits.ts";

/** The body of an async function that has `call`, what the hook was told, and `answer`, which writes JSON. */
export async function writeHook(
  folder: TempFolder,
  name: string,
  body: string,
  setting: Partial<HookSetting> = {},
): Promise<HookSetting> {
  const path = folder.file(`${name}.mjs`);
  const lines = [
    'import { readFileSync, writeFileSync, appendFileSync } from "node:fs";',
    'const call = JSON.parse(readFileSync(0, "utf8"));',
    "const answer = (value) => process.stdout.write(JSON.stringify(value));",
    body,
  ];
  await writeFile(path, `${lines.join("\n")}\n`);
  return {
    event: "before_tool",
    tools: undefined,
    command: process.execPath,
    args: [path],
    timeoutMs: HOOK_TIMEOUT_MS,
    ...setting,
  };
}
