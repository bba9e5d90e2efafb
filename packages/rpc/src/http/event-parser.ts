// Reads server-sent events from bytes (the HTML standard's event stream), in linear time and bounded memory.
import { HeldBytes } from "../held-bytes.ts";
import { SkippedBytes } from "../skipped-bytes.ts";

const NEWLINE = 10;
const RETURN = 13;

export interface EventSink {
  event(data: string, bytes: number): void;
  tooLong(head: string, tail: string, bytes: number): void;
}

export class EventParser {
  readonly #sink: EventSink;
  readonly #dataBytesMax: number;
  readonly #decoder = new TextDecoder();
  /** The incomplete line. */
  readonly #held: HeldBytes;
  /** The line or event that is over the limit; everything up to a blank line belongs to it. */
  #skipped: SkippedBytes | undefined;
  #skippedLineBytes = 0;
  #endedWithReturn = false;
  #data: string[] = [];
  #dataBytes = 0;
  #type = "";
  #id = "";
  /** The id of the last complete event; empty while the stream has given none. */
  lastEventId = "";

  constructor(sink: EventSink, dataBytesMax: number) {
    this.#sink = sink;
    this.#dataBytesMax = dataBytesMax;
    this.#held = new HeldBytes(dataBytesMax);
  }

  push(chunk: Uint8Array): void {
    let start = 0;
    if (this.#endedWithReturn && chunk.length > 0) {
      if (chunk[0] === NEWLINE) start = 1;
      this.#endedWithReturn = false;
    }
    // Cached, because a chunk without CR would otherwise be searched again for every line.
    let newline = chunk.indexOf(NEWLINE, start);
    let carriage = chunk.indexOf(RETURN, start);
    while (newline !== -1 || carriage !== -1) {
      const end = carriage === -1 || (newline !== -1 && newline < carriage) ? newline : carriage;
      this.#endLine(chunk.subarray(start, end));
      start = end + 1;
      if (end === carriage) {
        if (start === chunk.length) this.#endedWithReturn = true;
        else if (chunk[start] === NEWLINE) start += 1;
        carriage = chunk.indexOf(RETURN, start);
      }
      if (newline !== -1 && newline < start) newline = chunk.indexOf(NEWLINE, start);
    }
    if (start < chunk.length) this.#extend(chunk.subarray(start));
  }

  #fits(part: Uint8Array): boolean {
    return this.#skipped === undefined && this.#held.length + part.length + this.#dataBytes <= this.#dataBytesMax;
  }

  #extend(part: Uint8Array): void {
    if (this.#fits(part)) this.#held.append(part);
    else this.#skip(part);
  }

  /** Above the limit only the beginning and end of an event are kept. */
  #skip(part: Uint8Array): void {
    if (this.#skipped === undefined) {
      this.#skippedLineBytes = this.#held.length;
      const line = this.#held.takeWith(new Uint8Array(0));
      this.#skipped = new SkippedBytes(this.#held);
      if (this.#data.length > 0) this.#skipped.add(new TextEncoder().encode(`data:${this.#data.join("\n")}\n`));
      this.#skipped.add(line);
    }
    this.#skipped.add(part);
    this.#skippedLineBytes += part.length;
  }

  #endLine(rest: Uint8Array): void {
    if (this.#fits(rest)) {
      const line = this.#held.takeWith(rest);
      if (line.length === 0) this.#endEvent();
      else this.#field(line);
      return;
    }
    this.#skip(rest);
    if (this.#skipped !== undefined && this.#skippedLineBytes === 0) this.#endSkipped(this.#skipped);
    this.#skippedLineBytes = 0;
  }

  #field(bytes: Uint8Array): void {
    const line = this.#decoder.decode(bytes);
    const value = fieldValue(line);
    switch (fieldName(line)) {
      case "data":
        this.#data.push(value);
        this.#dataBytes += bytes.length;
        break;
      case "event":
        this.#type = value;
        break;
      case "id":
        if (!value.includes("\0")) this.#id = value;
        break;
      default: // A comment (no name before the colon) or an irrelevant field.
    }
  }

  #endEvent(): void {
    const [first = ""] = this.#data;
    const data = this.#data.length > 1 ? this.#data.join("\n") : first;
    const isMessage = this.#data.length > 0 && (this.#type === "" || this.#type === "message");
    const bytes = this.#dataBytes;
    this.#startEvent();
    if (isMessage) this.#sink.event(data, bytes);
  }

  #endSkipped({ head, tail, bytes }: SkippedBytes): void {
    this.#startEvent();
    const text = this.#decoder.decode(head);
    this.#sink.tooLong(text.startsWith("data:") ? fieldValue(text) : text, this.#decoder.decode(tail), bytes);
  }

  #startEvent(): void {
    this.lastEventId = this.#id;
    this.#skipped = undefined;
    this.#data = [];
    this.#dataBytes = 0;
    this.#type = "";
  }
}

function fieldName(line: string): string {
  const colon = line.indexOf(":");
  return colon === -1 ? line : line.slice(0, colon);
}

function fieldValue(line: string): string {
  const colon = line.indexOf(":");
  if (colon === -1) return "";
  return line.slice(line.charCodeAt(colon + 1) === 32 ? colon + 2 : colon + 1);
}
