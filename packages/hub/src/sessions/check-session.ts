// What a session may be made of.
import { ParleyError } from "@parley/base";
import { isAbsolute } from "node:path";
import { TITLE_CHARS_MAX } from "./limits.ts";
import type { NewHubSession } from "./sessions.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function checkNewSession({ id, cwd, additionalFolders = [] }: NewHubSession): void {
  if (id !== undefined && !UUID.test(id)) throw misfit("/id", "must be a UUID");
  if (cwd !== undefined && !isAbsolute(cwd)) throw misfit("/cwd", "must be an absolute path");
  for (const [index, folder] of additionalFolders.entries()) {
    if (!isAbsolute(folder)) throw misfit(`/additionalFolders/${index}`, "must be an absolute path");
  }
}

export function checkTitle(title: string): string {
  const line = title.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
  if (line === "") throw misfit("/title", "must not be empty");
  if (line.length > TITLE_CHARS_MAX) throw misfit("/title", `must have ${TITLE_CHARS_MAX} characters at most`);
  return line;
}

function misfit(path: string, problem: string): ParleyError {
  return new ParleyError({ code: "bad_input", message: `${path}: ${problem}` });
}
