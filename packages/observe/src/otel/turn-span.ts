// One turn: the span `invoke_agent` and its measurements.
import type { Observation } from "../extract/observation.ts";
import { fieldsOf, numberOf, type Fields } from "../extract/fields.ts";
import { TurnContent } from "./content.ts";
import type { OpenSpan } from "./open-span.ts";
import type { SpanFactory } from "./span-factory.ts";
import type { AttributeValue, SpanContext } from "./span.ts";
import { readTokenUsage, type TokenUsage } from "./token-usage.ts";

export type TurnEnd = Extract<Observation, { type: "turn_ended" }>;

const MS_PER_S = 1_000;

export interface TurnStart {
  readonly sessionId: string;
  readonly atMs: number;
  readonly parent: SpanContext | undefined;
  readonly model: string | undefined;
  /** Of the prompt. */
  readonly params: Fields;
}

export class TurnSpan {
  readonly span: OpenSpan;
  /** Undefined if content is not captured. */
  readonly content: TurnContent | undefined;
  readonly #factory: SpanFactory;
  #model: string | undefined;
  #toolCalls = 0;
  #hasOutput = false;

  constructor(factory: SpanFactory, { sessionId, atMs, parent, model, params }: TurnStart) {
    this.#factory = factory;
    this.#model = model;
    this.span = factory.start(`invoke_agent ${factory.agent.name}`, "client", atMs, parent);
    this.span.set("gen_ai.operation.name", "invoke_agent");
    factory.agent.describe(this.span);
    this.span.set("gen_ai.conversation.id", sessionId);
    this.span.set("gen_ai.request.model", model);
    this.content = factory.capturesContent ? new TurnContent(params["prompt"]) : undefined;
  }

  get context(): SpanContext {
    return this.span.context;
  }

  /** Text, a thought or a tool call: the first of them counts as the first token. */
  output(atMs: number): void {
    if (this.#hasOutput) return;
    this.#hasOutput = true;
    const ms = Math.max(0, atMs - this.span.startMs);
    this.span.set("acp.time_to_first_token_ms", ms);
    this.span.event("gen_ai.first_token", atMs);
    this.#factory.measure("gen_ai.server.time_to_first_token", ms / MS_PER_S, this.#labels());
  }

  toolCall(atMs: number): void {
    this.#toolCalls += 1;
    this.output(atMs);
  }

  usage({ used, size, cost }: Extract<Observation, { type: "usage" }>): void {
    this.span.set("acp.context.used", used);
    this.span.set("acp.context.size", size);
    this.span.set("acp.cost.amount", cost?.amount);
    this.span.set("acp.cost.currency", cost?.currency);
  }

  end({ atMs, stopReason, error }: TurnEnd, message: Fields): void {
    const { span } = this;
    if (stopReason !== undefined) span.set("gen_ai.response.finish_reasons", [stopReason]);
    const code = numberOf(fieldsOf(message["error"])["code"]);
    if (error !== undefined) span.fail(code === undefined ? "_OTHER" : String(code), error);
    const tokens = readTokenUsage(message);
    if (tokens !== undefined) this.#tokens(tokens);
    this.content?.describe(span, stopReason);
    this.#finish(atMs, error === undefined ? {} : { "error.type": code === undefined ? "_OTHER" : String(code) });
  }

  abandon(atMs: number, why: string): void {
    this.span.fail("unfinished", why);
    this.content?.describe(this.span, undefined);
    this.#finish(atMs, { "error.type": "unfinished" });
  }

  #finish(atMs: number, error: Readonly<Record<string, AttributeValue>>): void {
    this.span.set("acp.tool_calls", this.#toolCalls);
    const seconds = Math.max(0, atMs - this.span.startMs) / MS_PER_S;
    this.#factory.measure("gen_ai.client.operation.duration", seconds, { ...this.#labels(), ...error });
    this.#factory.finish(this.span, atMs);
  }

  #tokens({ input, output, cacheRead, cacheWrite, reasoning, model }: TokenUsage): void {
    this.#model ??= model;
    this.span.set("gen_ai.response.model", model);
    this.span.set("gen_ai.usage.input_tokens", input);
    this.span.set("gen_ai.usage.output_tokens", output);
    this.span.set("gen_ai.usage.cache_read.input_tokens", cacheRead);
    this.span.set("gen_ai.usage.cache_creation.input_tokens", cacheWrite);
    this.span.set("gen_ai.usage.reasoning.output_tokens", reasoning);
    for (const [type, count] of [["input", input] as const, ["output", output] as const]) {
      if (count === undefined) continue;
      this.#factory.measure("gen_ai.client.token.usage", count, { ...this.#labels(), "gen_ai.token.type": type });
    }
  }

  #labels(): Readonly<Record<string, AttributeValue>> {
    const { labels } = this.#factory.agent;
    return this.#model === undefined ? labels : { ...labels, "gen_ai.request.model": this.#model };
  }
}
