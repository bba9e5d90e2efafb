// Checks the fields of a new session.
import type { McpServer } from "@parley/acp";
import { errorCodeOf } from "@parley/base";
import { stat } from "node:fs/promises";
import { isAbsolute } from "node:path";
import { badField } from "@parley/planning";
import { SESSION_TITLE_CHARS_MAX } from "../limits.ts";
import type { NewHubSession } from "../api/sessions.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export async function checkNewSession(wanted: NewHubSession): Promise<void> {
  const { id, cwd, additionalFolders = [], title, extensions = [] } = wanted;
  checkAddresses(extensions);
  if (id !== undefined && !UUID.test(id)) throw badField({ path: "/id" }, "must be a UUID");
  if (title !== undefined) checkTitle(title);
  if (cwd !== undefined) await checkFolder(cwd, "/cwd");
  for (const [index, folder] of additionalFolders.entries()) await checkFolder(folder, `/additionalFolders/${index}`);
}

/** `path` is where the folder stands in the request, as a JSON pointer. */
export async function checkFolder(folder: string, path: string): Promise<void> {
  if (!isAbsolute(folder)) throw badField({ path }, "must be an absolute path");
  let isFolder: boolean;
  try {
    isFolder = (await stat(folder)).isDirectory();
  } catch (cause) {
    throw badField({ path }, `${reasonOf(cause)}: ${folder}`, cause);
  }
  if (!isFolder) throw badField({ path }, `is not a folder: ${folder}`);
}

function reasonOf(cause: unknown): string {
  const code = errorCodeOf(cause);
  if (code === "ENOENT" || code === "ENOTDIR") return "folder not found";
  return code === "EACCES" || code === "EPERM"
    ? "folder cannot be opened (permission denied)"
    : "folder cannot be opened";
}

export function checkTitle(title: string): string {
  const line = title.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
  if (line === "") throw badField({ path: "/title" }, "must not be empty");
  if (line.length > SESSION_TITLE_CHARS_MAX) {
    throw badField({ path: "/title" }, `must have ${SESSION_TITLE_CHARS_MAX} characters at most`);
  }
  return line;
}

/** Of MCP servers. Throws `bad_input`, which names the position. */
export function checkAddresses(servers: readonly McpServer[]): void {
  for (const [index, server] of servers.entries()) {
    if (!("url" in server) || typeof server.url !== "string" || isHttpUrl(server.url)) continue;
    throw badField({ path: `/extensions/${index}/url` }, "must be an http or https URL");
  }
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
