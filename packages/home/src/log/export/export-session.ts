// A session as a file to keep or to share: its log, one JSON document, or a text for people. Without secrets, unless requested.
import { formatSessionEvent, type SessionEvent } from "@parley/acp";
import { toShownJson } from "@parley/base";
import { formatLogHeader } from "../files/log-header.ts";
import { LOG_SCHEMA_VERSION } from "../session-record.ts";
import type { ReadSession, SessionInfo } from "../session-store.ts";
import { withoutControls } from "./controls.ts";
import { toMarkdown } from "./markdown.ts";
import { redactEvents } from "./redact-events.ts";
import { redactFields } from "../redact-fields.ts";

/** `ndjson` is a log: in a folder of sessions, under its name, it is one of them. */
export type ExportFormat = "ndjson" | "json" | "markdown";

/** Awaited, so that a slow receiver is not flooded. */
export type ExportWrite = (text: string) => void | Promise<void>;

export interface ExportOptions {
  /** False leaves secrets in. */
  readonly redact?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface Exported {
  readonly info: SessionInfo;
  readonly events: AsyncIterable<SessionEvent>;
  readonly damage: ReadSession["damage"];
}

const formats: { readonly [F in ExportFormat]: (session: Exported) => AsyncIterable<string> } = {
  ndjson: toNdjson,
  json: toJson,
  markdown: ({ info, events, damage }) => toMarkdown(info, events, damage),
};

export async function exportSession(
  session: ReadSession,
  format: ExportFormat,
  write: ExportWrite,
  { redact = true, signal }: ExportOptions = {},
): Promise<void> {
  const { info, events, damage } = session;
  const exported = redact ? { info: redactFields(info), events: redactEvents(events), damage } : session;
  // People read exports in terminals: nothing in them moves the cursor or reorders a line.
  const toShown = format === "markdown" ? withoutControls : toShownJson;
  for await (const text of formats[format](exported)) {
    signal?.throwIfAborted();
    await write(toShown(text));
  }
}

async function* toNdjson({ info, events }: Exported): AsyncGenerator<string> {
  yield `${formatLogHeader(info)}\n`;
  for await (const event of events) yield `${formatSessionEvent(event)}\n`;
}

async function* toJson({ info, events, damage }: Exported): AsyncGenerator<string> {
  yield `{"schemaVersion":${LOG_SCHEMA_VERSION},"session":${JSON.stringify(info)},"events":[`;
  let separator = "\n";
  for await (const event of events) {
    yield separator + formatSessionEvent(event);
    separator = ",\n";
  }
  yield `\n],"damage":${JSON.stringify(damage)}}\n`;
}
