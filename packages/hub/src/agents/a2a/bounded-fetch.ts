// A fetch whose answers have an end: a remote agent cannot fill the memory. The SDK bounds the events of streams itself.
import { ParleyError } from "@parley/base";

export function createBoundedFetch(get: typeof fetch, bytesMax: number): typeof fetch {
  return async (input, init) => {
    const response = await get(input, init);
    const isStream = response.headers.get("Content-Type")?.startsWith("text/event-stream") === true;
    if (isStream || response.body === null) return response;
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(createLimit(bytesMax)), { status, statusText, headers });
  };
}

function createLimit(bytesMax: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes <= bytesMax) return controller.enqueue(chunk);
      const message = `The answer of the remote agent is larger than ${bytesMax} bytes`;
      controller.error(new ParleyError({ code: "message_too_large", message }));
    },
  });
}
