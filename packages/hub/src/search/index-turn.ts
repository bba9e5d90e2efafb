// Indexes what was said in a turn for search.
import type { SessionEvent } from "@parley/acp";
import { createTranscript, type Transcript, type TranscriptItem } from "@parley/acp/transcript";
import { redactStart } from "@parley/policy";
import { readAll } from "../log/read-events.ts";
import type { HubStore, SearchText } from "../api/store.ts";
import { INDEXED_CHARS_MAX, INDEXED_TEXTS_MAX } from "../limits.ts";
import { textOfItem } from "./text-of-item.ts";

export async function indexTurn(
  store: HubStore,
  sessionId: string,
  { firstSeq, lastSeq }: { readonly firstSeq: number; readonly lastSeq: number },
  shown?: Pick<Transcript, "snapshot">,
): Promise<void> {
  const transcript = shown ?? (await readTurn(store, sessionId, firstSeq, lastSeq));
  const items = transcript.snapshot().items.filter(({ seq }) => seq >= firstSeq);
  await indexItems(store, sessionId, items.slice(-INDEXED_TEXTS_MAX));
}

async function readTurn(store: HubStore, sessionId: string, firstSeq: number, upTo: number): Promise<Transcript> {
  const transcript = createTranscript({ itemsMax: INDEXED_TEXTS_MAX });
  for await (const { event } of readAll(store, sessionId, { after: firstSeq - 1, upTo })) transcript.apply(event);
  return transcript;
}

/** From events in memory: an import. */
export async function indexEvents(store: HubStore, sessionId: string, events: readonly SessionEvent[]): Promise<void> {
  const texts = toTexts(sessionId, events);
  if (texts.length > 0) await store.indexTexts(texts);
}

export function toTexts(sessionId: string, events: readonly SessionEvent[]): readonly SearchText[] {
  const transcript = createTranscript({ itemsMax: INDEXED_TEXTS_MAX });
  for (const event of events) transcript.apply(event);
  return textsOf(sessionId, transcript.snapshot().items);
}

async function indexItems(store: HubStore, sessionId: string, items: readonly TranscriptItem[]): Promise<void> {
  const texts = textsOf(sessionId, items);
  if (texts.length > 0) await store.indexTexts(texts);
}

function textsOf(sessionId: string, items: readonly TranscriptItem[]): readonly SearchText[] {
  return items.flatMap((item): SearchText[] => {
    const found = textOfItem(item);
    if (found === undefined || found.text.trim() === "") return [];
    return [
      { sessionId, seq: item.seq, at: item.at, what: found.what, text: redactStart(found.text, INDEXED_CHARS_MAX) },
    ];
  });
}
