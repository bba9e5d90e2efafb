// `parley sessions show`: prints a session as the chat shows it, or event by event.
import { asInvoked, neutralLine } from "@parley/base";
import type { ReadSession } from "@parley/home/session-log";
import { formatSessionEvent } from "@parley/acp";
import { createTranscript, type TranscriptItem } from "@parley/acp/transcript";
import { drawBlock } from "../../chat/draw/draw-block.ts";
import { createRecap, RECAP_ITEMS_MAX } from "@parley/chat-model";
import { findSession } from "../../client/find-session.ts";
import type { CommandContext, Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { openSessions } from "../../hub/open-sessions.ts";
import { themeOf } from "../../output/palette.ts";
import { createPipeWriter, type Output } from "../../output/pipe-writer.ts";
import { printNotice } from "../../output/print.ts";
import { toIso } from "../../output/time.ts";
import { encodeLine } from "../../terminal/encode-line.ts";
import { line, span, type Line } from "../../terminal/line.ts";
import { attach } from "../../server/attach.ts";
import type { sessionsShowUsage } from "../../usage/sessions.ts";

export const run: Run<typeof sessionsShowUsage> = async ({ flags, positionals: [text = ""] }, context) => {
  await using store = await openSessions(await attach(flags, context));
  const session = await store.read((await findSession(store, text)).id);
  const out = createPipeWriter(process.stdout);
  await (flags.json ? writeEvents(session, out) : writeTranscript(session, out, context));
  await out.end();
  for (const { line: number, message } of session.damage)
    printNotice(`Line ${number} of the log cannot be read: ${message}`);
  return ExitCodes.endTurn;
};

async function writeEvents({ events }: ReadSession, out: Output): Promise<void> {
  for await (const event of events) {
    if (out.gone.aborted) return;
    out.write(`${formatSessionEvent(event)}\n`);
  }
}

async function writeTranscript(
  { info, events }: ReadSession,
  out: Output,
  { settings }: CommandContext,
): Promise<void> {
  const theme = themeOf(process.stdout, settings.color);
  const transcript = createTranscript();
  for await (const event of events) transcript.apply(event);
  const write = (lines: readonly Line[]): void =>
    out.write(lines.map((drawn) => `${encodeLine(drawn, theme)}\n`).join(""));
  const { items, terminals, trimmed } = transcript.snapshot();
  const facts = [info.id, info.agent.title ?? info.agent.name, info.cwd, toIso(info.updatedAtMs)].map(neutralLine);
  write([line(span(neutralLine(info.title), "strong")), line(span(facts.join("  "), "dim")), []]);
  if (trimmed.items > 0) {
    write([line(span(asInvoked(`… ${trimmed.items} earlier entries: parley sessions export ${info.id}`), "dim")), []]);
  }
  for (const part of inParts(items)) {
    for (const block of createRecap({ items: part, terminals, trimmed: { ...trimmed, items: 0 } })) {
      // The output of commands is shown in full, because it is part of the session.
      const lines = drawBlock(block, theme, block.type === "tool" && block.tool.item.kind === "execute");
      if (lines.length > 0) write([...lines, []]);
    }
  }
}

/** Splits the items into parts, because a recap shows at most `RECAP_ITEMS_MAX`. */
function inParts(items: readonly TranscriptItem[]): readonly (readonly TranscriptItem[])[] {
  const parts: TranscriptItem[][] = [];
  for (let at = 0; at < items.length; at += RECAP_ITEMS_MAX) parts.push(items.slice(at, at + RECAP_ITEMS_MAX));
  return parts;
}
