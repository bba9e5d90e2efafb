// Checks the fields of a new session.
import { findServerMistake, type McpServer } from "@parley/acp";
import { findFolderProblem } from "@parley/machine";
import { isAbsolute } from "node:path";
import { badField } from "@parley/planning";
import { SESSION_TITLE_CHARS_MAX } from "../limits.ts";
import type { NewHubSession } from "../api/sessions.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export async function checkNewSession(wanted: NewHubSession): Promise<void> {
  const { id, cwd, additionalFolders = [], title, extensions = [] } = wanted;
  checkServers(extensions);
  if (id !== undefined && !UUID.test(id)) throw badField({ path: "/id" }, "must be a UUID");
  if (title !== undefined) checkTitle(title);
  if (cwd !== undefined) await checkFolder(cwd, "/cwd");
  for (const [index, folder] of additionalFolders.entries()) await checkFolder(folder, `/additionalFolders/${index}`);
}

/** `path` is where the folder stands in the request, as a JSON pointer. */
export async function checkFolder(folder: string, path: string): Promise<void> {
  if (!isAbsolute(folder)) throw badField({ path }, "must be an absolute path");
  const found = await findFolderProblem(folder);
  if (found !== undefined) throw badField({ path }, found.problem, found.cause);
}

export function checkTitle(title: string): string {
  const line = title.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
  if (line === "") throw badField({ path: "/title" }, "must not be empty");
  if (line.length > SESSION_TITLE_CHARS_MAX) {
    throw badField({ path: "/title" }, `must have ${SESSION_TITLE_CHARS_MAX} characters at most`);
  }
  return line;
}

/** Throws `bad_input`, which names the field. */
export function checkServers(servers: readonly McpServer[]): void {
  const mistake = findServerMistake(servers);
  if (mistake !== undefined) throw badField({ path: `/extensions${mistake.path}` }, mistake.problem);
}
