// The reader of a session that is open in the chat.
import { parseSessionEvent, type SessionEvent } from "@parley/acp";
import { describeError } from "../../describe-error.ts";
import { READER_PAGE_EVENTS } from "../../limits.ts";
import type { Theme } from "../../terminal/theme.ts";
import type { ChatHost, OpenSession } from "../chat-host.ts";
import type { ChatActions } from "../commands/command.ts";
import { Reader, type ReaderOptions } from "./reader.ts";

interface ReaderSurroundings extends Pick<ReaderOptions, "notice" | "onChange"> {
  readonly actions: Pick<ChatActions, "host" | "copy" | "note">;
}

export function createReader(
  { id, cwd, transcript }: OpenSession,
  { actions, notice, onChange }: ReaderSurroundings,
  theme: Theme,
  rows: number,
): Reader {
  const options: ReaderOptions = {
    cwd,
    transcript,
    fetchBefore: (seq) => fetchBefore(actions.host.requests, id, seq),
    notice,
    onChange,
    copy: (text) => actions.copy(text),
    onError: (error) => actions.note("error", describeError(error)),
  };
  return new Reader(options, theme, rows);
}

/** The last events before this one, in order, from the log of the hub. */
async function fetchBefore(hub: ChatHost["requests"], id: string, before: number): Promise<SessionEvent[]> {
  const { events } = await hub.request("sessions/events", { id, before, limit: READER_PAGE_EVENTS });
  return events.flatMap((value) => {
    const parsed = parseSessionEvent(value);
    return parsed.ok ? [parsed.value] : [];
  });
}
