// Message content for spans, if enabled: without secrets and bounded.
import { redact, redactStart } from "@parley/policy";
import { fieldsOf, listOf, textOf, type Fields } from "../extract/fields.ts";
import { blockText, outputOf } from "../extract/output-text.ts";
import { redactFrame } from "../trace/redact-frame.ts";
import { CONTENT_CHARS_MAX } from "../limits.ts";
import type { OpenSpan } from "./open-span.ts";

type PartType = "text" | "reasoning";

interface Part {
  readonly type: PartType;
  content: string;
}

/** The messages of one turn, in the form of the attributes `gen_ai.input.messages` and `gen_ai.output.messages`. */
export class TurnContent {
  readonly #input: readonly Part[];
  readonly #output: Part[] = [];
  #chars = 0;

  constructor(prompt: unknown) {
    let left = CONTENT_CHARS_MAX;
    this.#input = listOf(prompt).flatMap((block): Part[] => {
      const content = promptText(fieldsOf(block)).slice(0, left);
      left -= content.length;
      return content === "" ? [] : [{ type: "text", content }];
    });
  }

  /** A chunk of the agent's text, or a whole message. */
  add(update: Fields): void {
    const variant = textOf(update["sessionUpdate"]) ?? "";
    const type = variant.startsWith("agent_message") ? "text" : variant.startsWith("agent_thought") ? "reasoning" : "";
    if (type === "") return;
    const content = blockText(update["content"]).slice(0, CONTENT_CHARS_MAX - this.#chars);
    if (content === "") return;
    this.#chars += content.length;
    const last = this.#output.at(-1);
    if (last?.type === type) last.content += content;
    else this.#output.push({ type, content });
  }

  describe(span: OpenSpan, stopReason: string | undefined): void {
    span.setContent("gen_ai.input.messages", toJson("user", this.#input, {}));
    const finish = stopReason === undefined ? {} : { finish_reason: stopReason };
    span.setContent("gen_ai.output.messages", toJson("assistant", this.#output, finish));
  }
}

/** `update` is the agent's current update of the call. */
export function describeToolCall(span: OpenSpan, update: Fields): void {
  const input = update["rawInput"];
  if (input !== undefined && input !== null) span.setContent("gen_ai.tool.call.arguments", toText(input));
  const output = outputOf(update);
  if (output !== "") span.setContent("gen_ai.tool.call.result", toText(output));
}

function promptText(block: Fields): string {
  const resource = fieldsOf(block["resource"]);
  return textOf(block["text"]) ?? textOf(resource["text"]) ?? textOf(block["uri"]) ?? textOf(resource["uri"]) ?? "";
}

/** As JSON if it is more than text. Fields with secret names are removed, too. */
function toText(value: unknown): string {
  if (typeof value === "string") return redactStart(value, CONTENT_CHARS_MAX);
  const wrapped = redactFrame(JSON.stringify({ rawInput: value }), undefined);
  return wrapped.slice('{"rawInput":'.length, -1).slice(0, CONTENT_CHARS_MAX);
}

function toJson(role: string, parts: readonly Part[], more: object): string {
  const clean = parts.map(({ type, content }) => ({ type, content: redact(content) }));
  return JSON.stringify([{ role, parts: clean, ...more }]);
}
