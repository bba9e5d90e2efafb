// /export: writes the session to a file. Secrets are redacted.
import { parseSessionEvent, type SessionEvent } from "@parley/acp";
import { hasErrno, isObject, ParleyError } from "@parley/base";
import { exportSession } from "@parley/home/session-log";
import { open } from "node:fs/promises";
import { extname, resolve } from "node:path";
import { EVENTS_PER_PAGE } from "../../limits.ts";
import type { ChatActions, ChatCommand } from "./command.ts";
import { fileErrorWords } from "../../file-error-words.ts";

const FORMATS = { ".md": "markdown", ".json": "json", ".ndjson": "ndjson" } as const;
const PRIVATE_MODE = 0o600;

export const exportCommands: readonly ChatCommand[] = [
  {
    name: "export",
    summary: "Write this session to a file: .md, .json or .ndjson by its name (default: parley-ID.md)",
    hint: "[PATH]",
    run: exportTo,
  },
];

async function exportTo(argument: string, actions: ChatActions): Promise<void> {
  const { session, host, cwd } = actions;
  if (session === undefined) return;
  const path = resolve(cwd, argument === "" ? `parley-${session.id.slice(0, 13)}.md` : argument);
  const extension = extname(path).toLowerCase();
  const format = extension in FORMATS ? FORMATS[extension as keyof typeof FORMATS] : undefined;
  if (format === undefined) return actions.note("warning", "The file's name must end with .md, .json or .ndjson.");
  const info = await host.sessions.find(session.id);
  if (info === undefined) return actions.note("warning", "The session is not stored yet; send a prompt first.");
  await actions.during("Exporting the session", async () => {
    await using file = await openNew(path);
    await exportSession({ info, events: readEvents(actions, session.id), damage: [] }, format, async (piece) => {
      await file.write(piece);
    });
  });
  actions.note("info", `Exported the session to ${path}`);
}

async function* readEvents({ host }: ChatActions, sessionId: string): AsyncGenerator<SessionEvent, void, undefined> {
  for (let after = 0; ;) {
    const reply = await host.requests.call("_parley/session/events", { sessionId, after, limit: EVENTS_PER_PAGE });
    const page = isObject(reply) && Array.isArray(reply["events"]) ? reply["events"] : [];
    const before = after;
    for (const value of page) {
      const parsed = parseSessionEvent(value);
      if (!parsed.ok) continue;
      after = Math.max(after, parsed.value.seq);
      yield parsed.value;
    }
    if (after === before) return;
  }
}

async function openNew(path: string) {
  try {
    return await open(path, "wx", PRIVATE_MODE);
  } catch (cause) {
    if (hasErrno(cause, "EEXIST"))
      throw new ParleyError({ code: "file_exists", message: `${path} already exists`, cause });
    const message = `${path} cannot be written: ${fileErrorWords(cause)}`;
    throw new ParleyError({ code: "file_failed", message, cause });
  }
}
