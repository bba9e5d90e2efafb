// A fetch whose answers cannot grow without end: one body, or one event of a stream of events.
import { ParleyError } from "@parley/base";

const NEWLINE = 10;
const RETURN = 13;

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

export function createBoundedFetch(bytesMax: number): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    if (response.body === null) return response;
    const isEvents = response.headers.get("content-type")?.includes("text/event-stream") === true;
    const bounded = response.body.pipeThrough(createBound(bytesMax, isEvents));
    const copy = new Response(bounded, response);
    // A response that is made has no address of its own, and redirects are judged by it.
    Object.defineProperty(copy, "url", { value: response.url });
    return copy;
  };
}

/** In a stream of events a blank line ends one, and the count begins anew. */
function createBound(bytesMax: number, isEvents: boolean): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  let isAfterNewline = false;
  return new TransformStream({
    transform(chunk, controller) {
      const end = isEvents ? endOfEvent(chunk, isAfterNewline) : 0;
      bytes = end > 0 ? chunk.length - end : bytes + chunk.length;
      isAfterNewline = chunk.at(-1) === NEWLINE;
      if (bytes <= bytesMax) controller.enqueue(chunk);
      else controller.error(tooLarge(bytesMax));
    },
  });
}

/** Behind the last blank line; 0 if there is none. */
function endOfEvent(chunk: Uint8Array, isAfterNewline: boolean): number {
  for (let at = chunk.lastIndexOf(NEWLINE); at >= 0; at = at === 0 ? -1 : chunk.lastIndexOf(NEWLINE, at - 1)) {
    const before = chunk[at - 1] === RETURN ? at - 2 : at - 1;
    if (before < 0 ? isAfterNewline : chunk[before] === NEWLINE) return at + 1;
  }
  return 0;
}

function tooLarge(bytesMax: number): ParleyError {
  const message = `The answer has more than ${bytesMax} bytes, the most that is read`;
  return new ParleyError({ code: "message_too_large", message });
}
