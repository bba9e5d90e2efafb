// Feeds the body of an event stream to a parser, with back-pressure from its reader.
import { deliverText } from "../deliver-text.ts";
import type { MalformedInput } from "../transport.ts";
import { EventParser } from "./event-parser.ts";
import type { Gate } from "./gate.ts";

export interface EventReader {
  message(value: unknown, bytes: number): void;
  malformed(input: MalformedInput): void;
  /** Called after each chunk with the id of the last event; empty if the server gives none. */
  reached(lastEventId: string): void;
}

export interface ReadOptions {
  readonly gate: Gate;
  readonly lineBytesMax: number;
}

/** Resolves at the end of the stream and rejects if it breaks off. */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  reader: EventReader,
  { gate, lineBytesMax }: ReadOptions,
): Promise<void> {
  const parser = new EventParser(
    {
      event: (data, bytes) => deliverText(reader, data, bytes),
      tooLong: (head, tail, bytes) => reader.malformed({ kind: "too_large", head, tail, bytes }),
    },
    lineBytesMax,
  );
  const chunks = body.getReader();
  for (let next = await chunks.read(); !next.done; next = await chunks.read()) {
    await gate.passed();
    parser.push(next.value);
    reader.reached(parser.lastEventId);
  }
}
