// The events of a log, one after the other. A damaged line only affects itself: it is reported and left out, and the
// following lines are read, because lines are independent.
import { parseSessionEvent, type SessionEvent } from "@parley/acp";
import { isUtf8 } from "node:buffer";
import { open } from "node:fs/promises";
import { parseObject } from "@parley/base";
import { DAMAGE_MAX } from "../../limits.ts";
import type { LogDamage } from "../session-store.ts";
import { readLineBlocks, type LineBlock } from "./line-blocks.ts";
import { isLogHeader } from "./log-header.ts";

export interface ReadOptions {
  readonly path: string;
  readonly sessionId: string;
  readonly lineBytesMax: number;
  readonly damage: LogDamage[];
}

const NEWLINE = 10;

/** The content at the start; later additions are for the next reader. */
export async function* readEvents(options: ReadOptions): AsyncGenerator<SessionEvent> {
  const { path, lineBytesMax } = options;
  await using file = await open(path, "r");
  const { size } = await file.stat();
  const lines = new EventLines(options);
  for await (const block of readLineBlocks(file, { from: 0, to: size, lineBytesMax })) yield* lines.read(block);
}

class EventLines {
  readonly #sessionId: string;
  readonly #damage: LogDamage[];
  #line = 0;
  #lastSeq = 0;

  constructor({ sessionId, damage }: ReadOptions) {
    this.#sessionId = sessionId;
    this.#damage = damage;
    damage.length = 0;
  }

  *read(block: LineBlock): Generator<SessionEvent> {
    if ("tooLongBytes" in block) {
      this.#line += 1;
      this.#report(`exceeds the line limit (${block.tooLongBytes} bytes)`);
      return;
    }
    // One check of all lines is cheap, and nearly always enough.
    const text = isUtf8(block.bytes) ? block.bytes.toString("utf8") : undefined;
    const length = text?.length ?? block.bytes.length;
    for (let start = 0; start < length;) {
      const found = text === undefined ? block.bytes.indexOf(NEWLINE, start) : text.indexOf("\n", start);
      const end = found === -1 ? length : found;
      this.#line += 1;
      const line = text === undefined ? this.#decode(block.bytes.subarray(start, end)) : text.slice(start, end);
      const event = line === undefined ? undefined : this.#parse(line, found !== -1);
      if (event !== undefined) yield event;
      start = end + 1;
    }
  }

  #decode(bytes: Buffer): string | undefined {
    if (isUtf8(bytes)) return bytes.toString("utf8");
    this.#report("is not UTF-8 text");
    return undefined;
  }

  #parse(line: string, isWhole: boolean): SessionEvent | undefined {
    // Left where a write had failed.
    if (line === "") return undefined;
    const fields = parseObject(line);
    if (fields === undefined) {
      this.#report(isWhole ? "is not a JSON object" : "is incomplete");
      return undefined;
    }
    if (isLogHeader(fields)) return undefined;
    const result = parseSessionEvent(fields);
    if (!result.ok) {
      this.#report(`is not a session event: ${result.error.message}`);
      return undefined;
    }
    const { seq } = result.value;
    if (seq <= this.#lastSeq) this.#report(`has number ${seq} after ${this.#lastSeq}; it was kept`);
    this.#lastSeq = Math.max(this.#lastSeq, seq);
    return result.value;
  }

  #report(what: string): void {
    const { length } = this.#damage;
    if (length > DAMAGE_MAX) return;
    const message = length < DAMAGE_MAX ? `Line ${this.#line} ${what}` : "More damage is not listed";
    this.#damage.push({ sessionId: this.#sessionId, line: this.#line, message });
  }
}
