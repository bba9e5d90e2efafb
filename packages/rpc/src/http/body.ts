// Reads the body of a response as text, up to a limit.
import { HeldBytes } from "../held-bytes.ts";
import { SkippedBytes } from "../skipped-bytes.ts";

export interface BodyText {
  /** The whole body, or only its beginning if it is cut. */
  readonly text: string;
  readonly bytes: number;
  readonly isCut: boolean;
}

export async function readBody(body: ReadableStream<Uint8Array> | null, bytesMax: number): Promise<BodyText> {
  const held = new HeldBytes(bytesMax);
  const decoder = new TextDecoder();
  if (body === null) return { text: "", bytes: 0, isCut: false };
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (held.length + value.length > bytesMax) {
      const cut = new SkippedBytes(held);
      cut.add(value);
      await reader.cancel();
      return { text: decoder.decode(cut.head), bytes: cut.bytes, isCut: true };
    }
    held.append(value);
  }
  const whole = held.takeWith(new Uint8Array(0));
  return { text: decoder.decode(whole), bytes: whole.length, isCut: false };
}
