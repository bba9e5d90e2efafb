// The steps of one turn, one after the other, and what follows from each.
import type { AssistantPart, ToolCallPart, ToolMessage, ToolResult } from "../models/message.ts";
import type { ModelFailure, ModelUsage } from "../models/model.ts";
import { Answer } from "./answer.ts";
import { compact } from "./compact.ts";
import { CompactionTrigger } from "./compaction/compaction-trigger.ts";
import { CHARS_PER_TOKEN, RESULTS_WINDOW_SHARE } from "./limits.ts";
import type { TurnEnd } from "./loop-event.ts";
import { hasSubstance, mendConversation } from "./mend-conversation.ts";
import { toRequestMessages } from "./request-messages.ts";
import { failCutCalls, runCalls } from "./run-calls.ts";
import { describeTimeLimit, REFUSED, SAID_NOTHING } from "./say.ts";
import { streamAnswer, type AnswerEnd } from "./stream-answer.ts";
import { TurnAbort } from "./turn-abort.ts";
import type { Emit, StepSetup, TurnInput } from "./turn-input.ts";
import { TurnWatch } from "./turn-watch.ts";
import { stackOf } from "../text/sentences.ts";
import { ABORTED, untilAborted } from "../waiting/until-aborted.ts";

type StopReason = Exclude<TurnEnd, { failure: ModelFailure }>["stopReason"];
type Finish = Extract<AnswerEnd, { type: "finish" }>;

/** A step gives the turn's end, or undefined if there is another step. */
export class Turn {
  readonly #input: TurnInput;
  readonly #emit: Emit;
  readonly #watch: TurnWatch;
  readonly #abort: TurnAbort;
  readonly #signal: AbortSignal;
  readonly #trigger: CompactionTrigger;
  readonly #callIds: Set<string>;
  /** The model has said that the conversation is too long, and has not answered since. */
  #hasOverflowed = false;
  #hasCalled = false;

  constructor(input: TurnInput, emit: Emit) {
    this.#input = input;
    this.#emit = emit;
    this.#callIds = input.callIds ?? new Set();
    this.#watch = new TurnWatch(input.limits);
    this.#abort = new TurnAbort(input.signal, this.#watch.limits.ms);
    this.#signal = this.#abort.signal;
    this.#trigger = new CompactionTrigger(this.#watch.limits.compactionFraction);
  }

  get usage(): ModelUsage {
    return this.#watch.usage;
  }

  close(): void {
    this.#abort.close();
  }

  async run(): Promise<TurnEnd> {
    this.#begin();
    if (this.#isContinued && !this.#signal.aborted) {
      const end = await this.#runUnbegun();
      if (end !== undefined) return end;
    }
    for (;;) {
      const limit = this.#findLimit();
      if (limit !== undefined) return this.#stopWith("max_turn_requests", limit);
      if (this.#signal.aborted) return this.#cut();
      this.#takeSteering();
      const end = await this.#step();
      if (end !== undefined) return end;
    }
  }

  #begin(): void {
    const { conversation, prompt } = this.#input;
    // A session that was interrupted may have left calls that nobody answered.
    const mended = mendConversation(conversation.messages);
    if (mended !== conversation.messages) conversation.replace(mended);
    for (const message of conversation.messages) {
      if (message.role !== "assistant") continue;
      for (const part of message.parts) if (part.type === "tool_call") this.#callIds.add(part.callId);
    }
    if (!this.#isContinued) conversation.append(prompt);
  }

  get #isContinued(): boolean {
    return (this.#input.unbegunCalls?.length ?? 0) > 0;
  }

  /** The calls that an interruption kept from doing anything take the place of what the conversation says of them. */
  async #runUnbegun(): Promise<TurnEnd | undefined> {
    const { conversation, unbegunCalls = [] } = this.#input;
    const [answer, before] = conversation.messages.slice(-2);
    if (answer?.role !== "assistant" || before?.role !== "tool") return undefined;
    const setup = await this.#setUp();
    if (setup === ABORTED) return this.#cut();
    const calls = answer.parts.filter((part) => part.type === "tool_call" && unbegunCalls.includes(part.callId));
    conversation.replace(conversation.messages.slice(0, -1));
    return this.#call(calls as ToolCallPart[], setup, before.results);
  }

  #findLimit(): string | undefined {
    if (this.#input.steering.size > 0) this.#watch.sawSteering();
    const { budget } = this.#input;
    const warning = budget?.findWarning();
    if (warning !== undefined) this.#emit({ type: "notice", severity: "warning", text: warning });
    return this.#watch.findLimit() ?? budget?.findLimit();
  }

  #takeSteering(): void {
    for (const message of this.#input.steering.take()) {
      this.#input.conversation.append(message);
      this.#emit({ type: "steered", message });
    }
  }

  async #step(): Promise<TurnEnd | undefined> {
    const { conversation, log, pause, clock } = this.#input;
    const setup = await this.#setUp();
    if (setup === ABORTED) return this.#cut();
    if (this.#trigger.isDue(conversation, setup)) await this.#compact(setup);
    if (this.#signal.aborted) return this.#cut();

    this.#input.budget?.countRequest();
    this.#emit({ type: "step", number: this.#watch.nextStep() });
    const { model, system, thinking, outputTokensMax, tools } = setup;
    // The script plays the last message alone.
    const messages = model.info.isOffline === true ? conversation.messages : toRequestMessages(conversation.messages);
    const request = { system, messages, tools: tools.specs, thinking, outputTokensMax };
    const answer = new Answer(this.#emit, this.#callIds, clock);
    const end = await streamAnswer(model, request, answer, { emit: this.#emit, pause, signal: this.#signal, log });
    if (end.type === "finish") return this.#finish(end, answer, setup);
    if (end.type === "failure") return this.#fail(end.failure, answer, setup);
    this.#keep(answer.remains());
    return this.#cut();
  }

  #setUp(): Promise<StepSetup | typeof ABORTED> {
    return untilAborted(
      Promise.resolve().then(() => this.#input.step()),
      this.#signal,
      (error) => this.#input.log.write("warn", "a step was set up too late, and failed", { error: stackOf(error) }),
    );
  }

  async #finish({ reason, usage }: Finish, answer: Answer, setup: StepSetup): Promise<TurnEnd | undefined> {
    this.#watch.addUsage(usage);
    this.#hasOverflowed = false;
    const isCut = reason === "max_tokens";
    const parts = answer.whole(isCut);
    if (reason !== "refusal") this.#keep(parts);
    // Some servers count nothing.
    if (usage.inputTokens > 0) this.#input.conversation.count(usage.inputTokens + usage.outputTokens);
    this.#emit({ type: "step_ended", reason, usage });
    if (reason === "refusal") return this.#refuse(REFUSED);

    const calls = parts.filter((part) => part.type === "tool_call");
    if (isCut) {
      if (calls.length > 0) this.#input.conversation.append(await failCutCalls(calls, this.#emit));
      return this.#stop("max_tokens");
    }
    return calls.length > 0 ? this.#call(calls, setup) : this.#rest(hasSubstance(parts));
  }

  /** `before`: what the results were before an interruption, of calls that are announced already. */
  async #call(
    calls: readonly ToolCallPart[],
    { tools, model }: StepSetup,
    before?: readonly ToolResult[],
  ): Promise<TurnEnd | undefined> {
    this.#hasCalled = true;
    const windowChars = model.info.contextTokens * CHARS_PER_TOKEN;
    const resultCharsMax = Math.floor((windowChars * RESULTS_WINDOW_SHARE) / calls.length);
    const isAnnounced = before !== undefined;
    const setup = { tools: tools.tools, resultCharsMax, signal: this.#signal, emit: this.#emit, isAnnounced };
    const { results } = await runCalls(calls, this.#input.calls, setup, () => this.#abort.cancel());
    const whole = before?.map((result) => results.find(({ callId }) => callId === result.callId) ?? result);
    const message: ToolMessage = { role: "tool", results: whole ?? results };
    this.#input.conversation.append(message);
    this.#watch.sawCalls(calls, message);
    return this.#signal.aborted ? this.#cut() : undefined;
  }

  /** The model thinks that it is done. */
  #rest(hasAnswered: boolean): TurnEnd | undefined {
    const { steering, goOn, conversation } = this.#input;
    // A turn that ends with what a tool did needs no last word.
    if (!hasAnswered && !this.#hasCalled) this.#emit({ type: "notice", severity: "warning", text: SAID_NOTHING });
    if (steering.size > 0) return this.#findLimit() === undefined ? undefined : this.#stop("end_turn");
    const message = goOn?.();
    if (message === undefined) return this.#stop("end_turn");
    const limit = this.#watch.continueOnce();
    if (limit !== undefined) return this.#stopWith("max_turn_requests", limit);
    conversation.append(message);
    this.#emit({ type: "continued", message });
    return undefined;
  }

  async #fail(failure: ModelFailure, answer: Answer, setup: StepSetup): Promise<TurnEnd | undefined> {
    if (failure.kind === "context_overflow" && !this.#hasOverflowed && answer.chars === 0) {
      this.#hasOverflowed = true;
      if (await this.#compact(setup)) return undefined;
      if (this.#signal.aborted) return this.#cut();
    }
    if (failure.kind === "refused") return this.#refuse(failure.message);
    this.#keep(answer.remains());
    this.#emit({ type: "failure", failure });
    return { failure, usage: this.usage };
  }

  async #compact(setup: StepSetup): Promise<boolean> {
    const { conversation, log, prompt } = this.#input;
    const { model } = setup;
    const options = { conversation, model, reason: "automatic", prompt, signal: this.#signal, log } as const;
    const end = await compact(options, this.#emit);
    this.#watch.addUsage(end.usage);
    this.#trigger.saw(end, conversation, setup);
    return end.type === "compacted";
  }

  #keep(parts: readonly AssistantPart[]): void {
    if (hasSubstance(parts)) this.#input.conversation.append({ role: "assistant", parts });
  }

  /** As the protocol has it: a refused prompt, and everything after it, is not in the next request. */
  #refuse(why: string): TurnEnd {
    const { conversation, prompt } = this.#input;
    const index = conversation.messages.indexOf(prompt);
    // Compacted away: what is first is the summary, and the prompt only a line in it.
    conversation.replace(conversation.messages.slice(0, index === -1 ? 1 : index));
    return this.#stopWith("refusal", why);
  }

  #cut(): TurnEnd {
    if (!this.#abort.isOutOfTime) return this.#stop("cancelled");
    return this.#stopWith("max_turn_requests", describeTimeLimit(this.#watch.limits.ms));
  }

  #stopWith(stopReason: StopReason, text: string): TurnEnd {
    this.#emit({ type: "notice", severity: "warning", text });
    return this.#stop(stopReason);
  }

  #stop(stopReason: StopReason): TurnEnd {
    return { stopReason, usage: this.usage };
  }
}
