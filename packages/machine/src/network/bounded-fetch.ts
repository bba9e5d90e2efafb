// A fetch whose responses cannot grow without end: a limit on one body, or on one event of an event stream.
import { responseTooLarge } from "@parley/base";

const NEWLINE = 10;
const RETURN = 13;

/** As `get`, except that reading a response fails with `message_too_large` past the limit. */
export function createBoundedFetch(get: typeof fetch, bytesMax: number): typeof fetch {
  return async (input, init) => {
    const response = await get(input, init);
    if (response.body === null) return response;
    const isEvents = response.headers.get("content-type")?.includes("text/event-stream") === true;
    const copy = new Response(response.body.pipeThrough(createBound(bytesMax, isEvents)), response);
    // A constructed response has no URL, and callers resolve redirects against it.
    Object.defineProperty(copy, "url", { value: response.url });
    return copy;
  };
}

/** In an event stream a blank line ends an event, and counting starts again. */
function createBound(bytesMax: number, isEvents: boolean): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  let isAfterNewline = false;
  return new TransformStream({
    transform(chunk, controller) {
      const end = isEvents ? endOfEvent(chunk, isAfterNewline) : 0;
      bytes = end > 0 ? chunk.length - end : bytes + chunk.length;
      isAfterNewline = chunk.at(-1) === NEWLINE;
      if (bytes <= bytesMax) controller.enqueue(chunk);
      else controller.error(responseTooLarge(bytesMax));
    },
  });
}

/** The index after the last blank line; 0 if there is none. */
function endOfEvent(chunk: Uint8Array, isAfterNewline: boolean): number {
  for (let at = chunk.lastIndexOf(NEWLINE); at >= 0; at = at === 0 ? -1 : chunk.lastIndexOf(NEWLINE, at - 1)) {
    const before = chunk[at - 1] === RETURN ? at - 2 : at - 1;
    if (before < 0 ? isAfterNewline : chunk[before] === NEWLINE) return at + 1;
  }
  return 0;
}
