// A reader of the streams of the native API, as a client would write one.
import type { NativeFrame } from "../../../operations/messages/native-message.ts";

export interface ReadFrame {
  readonly id?: string | undefined;
  readonly event?: string | undefined;
  readonly data: unknown;
}

/** Events as they come; breaking off the loop closes the connection. */
export async function* readStream(response: Response): AsyncGenerator<ReadFrame> {
  if (!response.ok || response.body === null) throw new Error(`No stream: ${response.status} ${await response.text()}`);
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const frame = parse(text.slice(0, end));
      text = text.slice(end + 2);
      if (frame !== undefined) yield frame;
    }
  }
}

export async function readFrames(response: Response): Promise<NativeFrame[]> {
  const frames: NativeFrame[] = [];
  for await (const { data } of readStream(response)) frames.push(data as NativeFrame);
  return frames;
}

/** What was said in messages of the assistant. */
export function saidIn(frames: readonly NativeFrame[]): string {
  const parts = frames.flatMap((frame) =>
    frame.type === "Message" && frame.message.role === "assistant" ? frame.message.content : [],
  );
  return parts.map(({ text }) => (typeof text === "string" ? text : "")).join("");
}

function parse(block: string): ReadFrame | undefined {
  const fields = new Map<string, string>();
  for (const line of block.split("\n")) {
    const colon = line.indexOf(": ");
    if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 2));
  }
  const data = fields.get("data");
  return data === undefined ? undefined : { id: fields.get("id"), event: fields.get("event"), data: JSON.parse(data) };
}
