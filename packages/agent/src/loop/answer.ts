// A model's answer to one request, put together from its events while they are passed on.
import { createId, type Clock } from "@parley/base";
import type { AssistantPart, ProviderData, TextPart, ThoughtPart, ToolCallPart } from "../models/message.ts";
import type { Emit } from "./turn-input.ts";

type Kind = "text" | "thought";

export class Answer {
  readonly #emit: Emit;
  readonly #callIds: Set<string>;
  readonly #clock: Clock | undefined;
  readonly #parts: AssistantPart[] = [];
  /** Of the text and the thoughts among them. */
  readonly #messageIds = new Map<number, string>();
  /** Calls that were begun and have not come, by the model's id. */
  readonly #begun = new Map<string, string>();
  #openKind: Kind | undefined;
  #messageId = "";
  #pieces: string[] = [];
  #chars = 0;
  #isClosed = false;
  #hasOpenThought = false;

  /** `callIds`: those that the session has seen, which no call may have again. */
  constructor(emit: Emit, callIds: Set<string>, clock?: Clock) {
    this.#emit = emit;
    this.#callIds = callIds;
    this.#clock = clock;
  }

  get chars(): number {
    return this.#chars;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The hot path: nothing is made here but the event. */
  text(text: string): void {
    if (text === "") return;
    if (this.#openKind !== "text") this.#open("text");
    this.#pieces.push(text);
    this.#chars += text.length;
    this.#emit({ type: "text", messageId: this.#messageId, text });
  }

  thought(text: string): void {
    if (text === "") return;
    if (this.#openKind !== "thought") this.#open("thought");
    this.#pieces.push(text);
    this.#chars += text.length;
    this.#emit({ type: "thought", messageId: this.#messageId, text });
  }

  /** Also without any text before it: a thought that only its provider can read. */
  end(kind: Kind, provider: ProviderData | undefined): void {
    if (this.#openKind === kind) this.#endOpen(provider);
    else if (provider !== undefined && !this.#supplement(kind, provider)) {
      this.#open(kind);
      this.#endOpen(provider);
    }
  }

  begin(callId: string, name: string): void {
    this.#endOpen(undefined);
    this.#begun.set(callId, name);
  }

  call(call: Omit<ToolCallPart, "type">): void {
    this.#endOpen(undefined);
    this.#begun.delete(call.callId);
    this.#parts.push({ ...call, type: "tool_call", callId: this.#claim(call.callId) });
  }

  /** Nothing comes in after this. */
  close(): void {
    if (this.#isClosed) return;
    this.#hasOpenThought = this.#openKind === "thought";
    this.#endOpen(undefined);
    this.#isClosed = true;
  }

  /** All of it. If it was cut at the output limit, so are the thought and the calls that were still being written. */
  whole(isCut: boolean): readonly AssistantPart[] {
    if (!isCut) return this.#parts.filter(isWorthKeeping);
    const parts = this.#hasOpenThought ? this.#withoutLastThought() : this.#parts;
    const halves = Array.from(this.#begun, ([callId, name]): ToolCallPart => {
      return { type: "tool_call", callId: this.#claim(callId), name, input: {} };
    });
    return [...parts.filter(isWorthKeeping), ...halves];
  }

  /** What stands of an answer that broke off: a signature of half an answer would be refused, and calls were not announced. */
  remains(): readonly TextPart[] {
    return this.#parts
      .filter((part) => part.type === "text" && part.text.trim() !== "")
      .map((part) => ({ type: "text", text: (part as TextPart).text }));
  }

  #open(kind: Kind): void {
    this.#endOpen(undefined);
    this.#openKind = kind;
    this.#messageId = createId(this.#clock);
  }

  #endOpen(provider: ProviderData | undefined): void {
    const kind = this.#openKind;
    if (kind === undefined) return;
    const text = this.#pieces.join("");
    this.#messageIds.set(this.#parts.length, this.#messageId);
    this.#parts.push(provider === undefined ? { type: kind, text } : { type: kind, text, provider });
    this.#pieces = [];
    this.#openKind = undefined;
    this.#tellEnd(kind, this.#messageId, provider);
  }

  #tellEnd(kind: Kind, messageId: string, provider: ProviderData | undefined): void {
    const type = kind === "text" ? "text_end" : "thought_end";
    this.#emit({ type, messageId, ...(provider === undefined ? {} : { provider }) });
  }

  /** What a provider says late of a part that something else has ended: told once more, for whoever keeps it. */
  #supplement(kind: Kind, provider: ProviderData): boolean {
    const index = this.#parts.findLastIndex((part) => part.type === kind);
    const part = this.#parts[index] as TextPart | ThoughtPart | undefined;
    if (part === undefined || part.provider !== undefined) return false;
    this.#parts[index] = { ...part, provider };
    this.#tellEnd(kind, this.#messageIds.get(index) ?? "", provider);
    return true;
  }

  /** Some servers number the calls of each answer from 0, or give none: an id that was seen gets another. */
  #claim(callId: string): string {
    const own = callId === "" || this.#callIds.has(callId) ? createId(this.#clock) : callId;
    this.#callIds.add(own);
    return own;
  }

  #withoutLastThought(): AssistantPart[] {
    const index = this.#parts.findLastIndex((part) => part.type === "thought");
    return this.#parts.toSpliced(index, 1);
  }
}

function isWorthKeeping(part: AssistantPart): boolean {
  return part.type !== "text" || part.provider !== undefined || part.text.trim() !== "";
}
