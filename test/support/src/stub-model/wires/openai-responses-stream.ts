// A response as the events that OpenAI sends for it, numbered, item by item.
import type { Reply, ReplyCall } from "../reply.ts";
import { endOf, toItem, toOutputText, toResponse, type Draft } from "./openai-responses-items.ts";
import { toEvent, type Body, type Frame } from "./wire.ts";

export function* streamResponse(reply: Reply): Iterable<Frame> {
  const stream = new ResponseStream(reply);
  yield* stream.open();
  for (const part of reply.parts) {
    switch (part.type) {
      case "thought":
        yield* stream.write("reasoning", part.pieces, 0);
        break;
      case "text":
        yield* stream.write("message", part.pieces, part.gapMs);
        break;
      case "call":
        yield* stream.call(part);
        break;
      case "fail":
        yield stream.end("failed", part.message);
        return;
      case "wait":
      case "drop":
        yield part;
        break;
    }
  }
  yield* stream.closeItem();
  yield stream.end(endOf(reply));
}

class ResponseStream {
  readonly #reply: Reply;
  readonly #done: Body[] = [];
  #sequence = 0;
  /** The text that is being written. */
  #open: Exclude<Draft, { type: "call" }> | undefined;

  constructor(reply: Reply) {
    this.#reply = reply;
  }

  *open(): Iterable<Frame> {
    const response = toResponse(this.#reply, [], "in_progress");
    yield this.#event("response.created", { response });
    yield this.#event("response.in_progress", { response });
  }

  *write(type: "reasoning" | "message", pieces: readonly string[], gapMs: number): Iterable<Frame> {
    if (this.#open?.type !== type) {
      yield* this.closeItem();
      yield* this.#openItem({ type, id: `${this.#reply.id}_${this.#done.length}`, text: "" });
    }
    for (const delta of pieces) {
      if (gapMs > 0) yield { type: "wait", ms: gapMs };
      if (this.#open !== undefined) this.#open = { ...this.#open, text: this.#open.text + delta };
      yield this.#event(EVENTS[type].delta, { ...this.#place(type), delta });
    }
  }

  *call(call: ReplyCall): Iterable<Frame> {
    yield* this.closeItem();
    const draft: Draft = { type: "call", id: `${this.#reply.id}_${this.#done.length}`, call };
    const output_index = this.#done.length;
    const begun = toItem(draft, "in_progress");
    const place = { item_id: begun["id"], output_index };
    yield this.#event("response.output_item.added", { output_index, item: begun });
    const [event, field] = call.isPlain
      ? (["response.custom_tool_call_input", "input"] as const)
      : (["response.function_call_arguments", "arguments"] as const);
    yield this.#event(`${event}.delta`, { ...place, delta: call.input });
    yield this.#event(`${event}.done`, { ...place, [field]: call.input });
    yield this.#finishItem(draft);
  }

  *closeItem(): Iterable<Frame> {
    const draft = this.#open;
    if (draft === undefined) return;
    const { type, text } = draft;
    yield this.#event(EVENTS[type].done, { ...this.#place(type), text });
    yield this.#event(EVENTS[type].partDone, { ...this.#place(type), part: toPart(type, text) });
    this.#open = undefined;
    yield this.#finishItem(draft);
  }

  end(status: "completed" | "incomplete" | "failed", failure?: string): Frame {
    return this.#event(`response.${status}`, { response: toResponse(this.#reply, this.#done, status, failure) });
  }

  *#openItem(draft: Exclude<Draft, { type: "call" }>): Iterable<Frame> {
    this.#open = draft;
    const item = toItem(draft, "in_progress");
    yield this.#event("response.output_item.added", { output_index: this.#done.length, item });
    yield this.#event(EVENTS[draft.type].partAdded, { ...this.#place(draft.type), part: toPart(draft.type, "") });
  }

  #finishItem(draft: Draft): Frame {
    const item = toItem(draft, "completed");
    this.#done.push(item);
    return this.#event("response.output_item.done", { output_index: this.#done.length - 1, item });
  }

  #place(type: "reasoning" | "message"): Body {
    const prefix = type === "message" ? "msg" : "rs";
    const index = type === "message" ? { content_index: 0 } : { summary_index: 0 };
    return { item_id: `${prefix}_${this.#open?.id}`, output_index: this.#done.length, ...index };
  }

  #event(type: string, fields: Body): Frame {
    const data = { type, sequence_number: this.#sequence, ...fields };
    this.#sequence += 1;
    return toEvent(data, type);
  }
}

const EVENTS = {
  message: {
    partAdded: "response.content_part.added",
    delta: "response.output_text.delta",
    done: "response.output_text.done",
    partDone: "response.content_part.done",
  },
  reasoning: {
    partAdded: "response.reasoning_summary_part.added",
    delta: "response.reasoning_summary_text.delta",
    done: "response.reasoning_summary_text.done",
    partDone: "response.reasoning_summary_part.done",
  },
} as const;

function toPart(type: "reasoning" | "message", text: string): Body {
  return type === "message" ? toOutputText(text) : { type: "summary_text", text };
}
