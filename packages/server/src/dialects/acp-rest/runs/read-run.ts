// A run as its log has it up to now: its events one after the other, and what it is.
import { isOver, type Hub, type Turn } from "@parley/hub";
import { PAGE_EVENTS } from "../limits.ts";
import { toAwaitRequest, toQuestion } from "../questions/await-request.ts";
import { RunTranslator, type Emit } from "../translate/run-translator.ts";
import type { Run } from "../wire.ts";

/** Page by page, so that whoever emits can write a page away before the next is read. */
export async function* readRunEvents(
  hub: Pick<Hub, "sessions">,
  turn: Turn,
  emit: Emit,
): AsyncGenerator<void, RunTranslator> {
  const translator = new RunTranslator(turn, emit);
  translator.created();
  yield;
  for await (const _ of feedFromLog(hub, turn, translator)) yield;
  if (turn.state === "awaiting") translator.awaiting(turn.interactionId);
  if (isOver(turn)) translator.ended(turn);
  yield;
  return translator;
}

export async function readRun(hub: Pick<Hub, "sessions" | "interactions">, turn: Turn): Promise<Run> {
  const translator = new RunTranslator(turn, () => undefined);
  for await (const _ of feedFromLog(hub, turn, translator));
  const run = translator.run(turn);
  if (turn.interactionId === undefined || run.status !== "awaiting" || run.await_request !== undefined) return run;
  const question = toQuestion(await hub.interactions.get(turn.interactionId));
  return { ...run, await_request: toAwaitRequest(question, turn.agent) };
}

async function* feedFromLog(hub: Pick<Hub, "sessions">, turn: Turn, translator: RunTranslator): AsyncGenerator<void> {
  const { firstSeq, lastSeq = Number.POSITIVE_INFINITY } = turn;
  if (firstSeq === undefined) return;
  for (let after = firstSeq - 1; after < lastSeq;) {
    const page = await hub.sessions.events(turn.sessionId, { after, limit: PAGE_EVENTS });
    for (const { event } of page) {
      // While the turn is not over, nobody knows how far it goes: what comes after the stop may be of the next one.
      if (event.seq > lastSeq || (translator.isStopped && !isOver(turn))) return;
      translator.feed(event);
      after = event.seq;
    }
    if (page.length < PAGE_EVENTS) return;
    yield;
  }
}
