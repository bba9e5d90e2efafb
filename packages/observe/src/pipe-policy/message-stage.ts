// Holds the agent's bytes until a message is complete, checks it, and forwards it unchanged.
import { isUtf8 } from "node:buffer";
import { LineCutter, type LongLine } from "../frames/line-cutter.ts";
import type { Piece, Stage } from "../frames/stage.ts";
import { JUDGED_BYTES_MAX } from "../limits.ts";
import type { Judgement, MessageJudge } from "./message-judge.ts";

const NEWLINE: Buffer = Buffer.from("\n");

/** `parts`: with its newline, which may be in another buffer. */
type Line = { readonly text: Buffer; readonly parts: readonly Buffer[] } | { readonly long: LongLine };

export class MessageStage implements Stage {
  readonly #judge: MessageJudge;
  readonly #answer: (line: Buffer) => void;
  readonly #cutter: LineCutter;
  #lines: Line[] = [];
  #chunk: Buffer | undefined;
  #isOver = false;

  constructor(judge: MessageJudge, answer: (line: Buffer) => void) {
    this.#judge = judge;
    this.#answer = answer;
    const line = (bytes: Buffer, start: number, end: number): void => {
      const text = bytes.subarray(start, end);
      const parts = this.#isOver ? [text] : bytes === this.#chunk ? [bytes.subarray(start, end + 1)] : [text, NEWLINE];
      this.#lines.push({ text, parts });
    };
    this.#cutter = new LineCutter({ line, long: (long) => this.#lines.push({ long }) }, JUDGED_BYTES_MAX);
  }

  async push(bytes: Buffer): Promise<readonly Piece[]> {
    this.#chunk = bytes;
    this.#cutter.push(bytes);
    return this.#judgeLines();
  }

  async end(): Promise<readonly Piece[]> {
    this.#isOver = true;
    this.#cutter.end();
    return this.#judgeLines();
  }

  async #judgeLines(): Promise<readonly Piece[]> {
    const pieces: Piece[] = [];
    for (const line of this.#lines.splice(0)) {
      if ("long" in line) pieces.push(...this.#put(this.#judge.judgeLong(line.long), []));
      else pieces.push(...this.#put(await this.#judgeLine(line.text), line.parts));
    }
    return pieces;
  }

  async #judgeLine(bytes: Buffer): Promise<Judgement> {
    if (isBlank(bytes)) return undefined;
    return this.#judge.judge(isUtf8(bytes) ? bytes.toString("utf8") : undefined);
  }

  #put(judgement: Judgement, parts: readonly Buffer[]): readonly Piece[] {
    const whole = parts.filter((part) => part.length > 0);
    if (judgement === undefined) return whole.map((bytes) => ({ bytes }));
    const { answers, instead } = judgement;
    const withheld: Piece[] = whole.map((bytes) => ({ bytes, isWithheld: true }));
    const after = (): void => answers.forEach((line) => this.#answer(line));
    return [...withheld, { bytes: instead ?? Buffer.alloc(0), after }];
  }
}

/** JSON starts with a visible character. */
function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 32 || byte === 9 || byte === 13);
}
