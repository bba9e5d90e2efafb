// Decodes a terminal's bytes into keys: split sequences, pastes, and an ESC that may be a key itself.
import { StringDecoder } from "node:string_decoder";
import { KEY_CHARS_MAX, PASTE_CHARS_MAX } from "../../limits.ts";
import { NO_MODIFIERS, type Key, type Report } from "./key.ts";
import { parseReport, parseSequence } from "./parse-sequence.ts";

const ESC = "\u001b";
const PASTE_START = "\u001b[200~";
const PASTE_END = "\u001b[201~";

export class KeyDecoder {
  readonly #utf8 = new StringDecoder("utf8");
  #waiting = "";
  #paste: string | undefined;

  /** Whether an ESC or an incomplete sequence is waiting for more input; `flush` ends the wait. */
  get isWaiting(): boolean {
    return this.#waiting !== "" && this.#paste === undefined;
  }

  push(bytes: Buffer): (Key | Report)[] {
    return this.#read(this.#waiting + this.#utf8.write(bytes));
  }

  /** Nothing followed, so ESC was the key; an incomplete sequence is dropped. */
  flush(): Key[] {
    const rest = this.#waiting;
    this.#waiting = "";
    if (rest === ESC) return [{ type: "key", name: "escape", ...NO_MODIFIERS }];
    if (rest === ESC + ESC) return [{ type: "key", name: "escape", ...NO_MODIFIERS, alt: true }];
    // `ESC [` or `ESC O` alone is Alt with that key.
    return rest.length === 2 && rest.startsWith(ESC) ? [altChord(rest.slice(1))] : [];
  }

  #read(text: string): (Key | Report)[] {
    const keys: (Key | Report)[] = [];
    let rest = text;
    while (rest !== "") {
      const length = this.#paste === undefined ? this.#take(rest, keys) : this.#takePaste(rest, keys);
      if (length === 0) break;
      rest = rest.slice(length);
    }
    this.#waiting = rest;
    return keys;
  }

  /** Returns how many characters were read, or 0 if the sequence is incomplete. */
  #take(text: string, keys: (Key | Report)[]): number {
    if (text.startsWith(PASTE_START)) {
      this.#paste = "";
      return PASTE_START.length;
    }
    if (text.startsWith(ESC)) return takeEscape(text, keys);
    // oxlint-disable-next-line no-control-regex -- control keys are not text
    const typed = /^[^\u0000-\u001f\u007f]+/.exec(text)?.[0];
    if (typed !== undefined) {
      keys.push({ type: "text", text: typed });
      return typed.length;
    }
    keys.push(fromControl(text.charCodeAt(0)));
    return 1;
  }

  #takePaste(text: string, keys: (Key | Report)[]): number {
    const end = text.indexOf(PASTE_END);
    // The end marker may be split between two chunks.
    const length = end === -1 ? Math.max(0, text.length - PASTE_END.length + 1) : end;
    const room = PASTE_CHARS_MAX - (this.#paste?.length ?? 0);
    this.#paste = (this.#paste ?? "") + text.slice(0, Math.min(length, room));
    if (end === -1) return length;
    keys.push({ type: "paste", text: toLines(this.#paste) });
    this.#paste = undefined;
    return end + PASTE_END.length;
  }
}

function takeEscape(text: string, keys: (Key | Report)[]): number {
  const second = text[1];
  if (second === undefined) return 0;
  if (second === ESC) {
    // This is Alt with a key that is itself a sequence, or ESC twice.
    if (text.length === 2) return 0;
    keys.push({ type: "key", name: "escape", ...NO_MODIFIERS });
    return 1;
  }
  if (second === "[" || second === "O") return takeSequence(text, keys);
  const character = String.fromCodePoint(text.codePointAt(1) ?? 0);
  keys.push(altChord(character));
  return 1 + character.length;
}

function takeSequence(text: string, keys: (Key | Report)[]): number {
  // The Linux console has function keys with a second bracket.
  const pattern = text[1] === "O" ? /^..[\d;]*[ -~]/ : /^..(\[?[\d;:<=>?]*[ -/]*[@-~$^])/;
  const found = pattern.exec(text)?.[0];
  if (found === undefined) return text.length > KEY_CHARS_MAX ? text.length : 0;
  const body = found.slice(2);
  const key = (text[1] === "[" ? parseReport(body) : undefined) ?? parseSequence(body);
  if (key !== undefined) keys.push(key);
  return found.length;
}

function altChord(character: string): Key {
  const code = character.charCodeAt(0);
  if (code < 32 || code === 127) return { ...fromControl(code), alt: true } as Key;
  const isUpper = character !== character.toLowerCase();
  return { type: "chord", text: character.toLowerCase(), ...NO_MODIFIERS, alt: true, shift: isUpper };
}

function fromControl(code: number): Key {
  switch (code) {
    case 9:
      return { type: "key", name: "tab", ...NO_MODIFIERS };
    case 13:
      return { type: "key", name: "enter", ...NO_MODIFIERS };
    case 8:
    case 127:
      return { type: "key", name: "backspace", ...NO_MODIFIERS };
    default:
      // 1 is Ctrl-A; 31 is Ctrl-_; 0 is Ctrl-Space.
      return { type: "chord", text: String.fromCharCode(code + 64).toLowerCase(), ...NO_MODIFIERS, ctrl: true };
  }
}

function toLines(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll("\r", "\n");
}
