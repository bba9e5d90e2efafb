// The events of a run as one JSON document, written while the log is read: a long run is never in memory as a whole.
import { isOver, type Hub, type Turn } from "@parley/hub";
import { RunTranslator, type Emit } from "../translate/run-translator.ts";
import { feedFromLog } from "./feed-from-log.ts";

export function listRunEvents(hub: Pick<Hub, "sessions">, turn: Turn): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let text = `{"events":[`;
  let separator = "";
  const reading = readRunEvents(hub, turn, (event) => {
    text += separator + JSON.stringify(event);
    separator = ",";
  });
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done } = await reading.next();
      if (done === true) text += "]}";
      if (text !== "") controller.enqueue(encoder.encode(text));
      text = "";
      if (done === true) controller.close();
    },
    async cancel() {
      await reading.return();
    },
  });
}

async function* readRunEvents(hub: Pick<Hub, "sessions">, turn: Turn, emit: Emit): AsyncGenerator<void, void> {
  const translator = new RunTranslator(turn, emit);
  translator.created();
  yield* feedFromLog(hub, turn, translator);
  if (turn.state === "awaiting") translator.awaiting(turn.interactionId);
  if (isOver(turn)) translator.ended(turn);
}
