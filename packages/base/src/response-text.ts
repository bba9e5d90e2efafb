// The text of a response, up to a limit, because a server may send forever.
import { ParleyError } from "./error.ts";

/** Rejects with `message_too_large`, and closes the connection, if there is more. */
export async function readResponseText(response: Response, bytesMax: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the body.
    if (bytes > bytesMax) throw responseTooLarge(bytesMax);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

export function responseTooLarge(bytesMax: number): ParleyError {
  return new ParleyError({ code: "message_too_large", message: `The response is larger than ${bytesMax} bytes` });
}
