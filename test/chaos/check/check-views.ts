// Everything that was shown is what the log says: followers' streams, updates over ACP, and the texts of each protocol.
import type { Evidence } from "./evidence.ts";
import { answerText, chunkOf, eventsOf, logOf } from "./read-log.ts";

/** Of a text in a sentence. */
const TEXT_CHARS_MAX = 400;

export function checkFollowers({ sessions, follows }: Evidence): readonly string[] {
  const logs = new Map(sessions.map((session) => [session.id, logOf(session)]));
  return follows.flatMap(({ client, sessionId, events }) => {
    const log = logs.get(sessionId) ?? [];
    const wrong = events.findIndex(({ seq }, index) => seq !== index + 1);
    if (wrong >= 0)
      return [`${client} was sent event ${events[wrong]?.seq} of ${sessionId} in place of event ${wrong + 1}`];
    const other = events.findIndex((event, index) => JSON.stringify(event) !== JSON.stringify(log[index]));
    if (other >= 0) return [`${client} was sent an event ${other + 1} of ${sessionId} that the log does not have`];
    return [];
  });
}

/** A client that was connected for a while has seen pieces of the log, in their order, none twice. */
export function checkChunks({ sessions, chunks }: Evidence): readonly string[] {
  const byId = new Map(sessions.map((session) => [session.id, session]));
  return chunks.flatMap(({ client, sessionId, chunks: seen }) => {
    const session = byId.get(sessionId);
    const log = (session === undefined ? [] : logOf(session)).flatMap((event) => chunkOf(event) ?? []);
    let at = 0;
    for (const chunk of seen) {
      const found = log.findIndex(
        (one, index) => index >= at && one.messageId === chunk.messageId && one.text === chunk.text,
      );
      if (found < 0)
        return [
          `${client} was shown ${JSON.stringify(chunk.text)} of ${sessionId} twice, or out of order, or it is not in the log`,
        ];
      at = found + 1;
    }
    return [];
  });
}

export function checkTexts({ sessions, views }: Evidence): readonly string[] {
  const byId = new Map(sessions.map((session) => [session.id, session]));
  return views.flatMap(({ view, sessionId, turnId, text }) => {
    const session = byId.get(sessionId);
    const log = session === undefined ? [] : logOf(session);
    const turn = session?.turns.find(({ id }) => id === turnId);
    const expected = answerText(turnId === undefined ? log : turn === undefined ? [] : eventsOf(turn, log));
    if (text === expected) return [];
    const [shown, logged] = [text, expected].map((one) => JSON.stringify(one.slice(0, TEXT_CHARS_MAX)));
    return [`${view} shows ${shown} of ${turnId ?? sessionId}, the log has ${logged}`];
  });
}
