// The events of a run as one JSON document, written while the log is read: a long run is never in memory as a whole.
import type { Hub, Turn } from "@parley/hub";
import { readRunEvents } from "./read-run.ts";

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
      await reading.return(undefined as never);
    },
  });
}
