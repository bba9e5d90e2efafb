// One turn: prompt → model → tool calls → model …, until the model is done, the turn is cancelled or a limit is reached.
import { ParleyError, type Log, ABORTED, untilAborted } from "@parley/base";
import type { AssistantPart, ToolCallPart, ToolMessage, ToolResult } from "../models/message.ts";
import type { ModelFailure, ModelUsage } from "../models/model.ts";
import { messageOf, stackOf } from "../text/sentences.ts";
import { compact, CompactionTrigger } from "./compaction/compact.ts";
import { hasSubstance, repairConversation, toRequestMessages } from "./conversation.ts";
import { RESULTS_WINDOW_SHARE } from "../limits.ts";
import { Answer, streamAnswer, type AnswerEnd } from "./model-answer.ts";
import { runStepCalls, skipTruncatedCalls } from "./step-calls.ts";
import { TurnAbort, TurnProgress } from "./turn-limits.ts";
import { describeTimeLimit, EMPTY_ANSWER, REFUSED } from "./turn-messages.ts";
import type { Emit, StepSetup, TurnEnd, TurnInput } from "./types.ts";
import { CHARS_PER_TOKEN } from "./tokens.ts";

type StopReason = Exclude<TurnEnd, { failure: ModelFailure }>["stopReason"];
type Finish = Extract<AnswerEnd, { type: "finish" }>;

/**
 * Never rejects: every turn has one end. Nothing is emitted after it, and the conversation is left in a state that any model
 * accepts.
 */
export async function runTurn(input: TurnInput, emit: Emit): Promise<TurnEnd> {
  const { conversation, log } = input;
  const emitter = new TurnEmitter(emit, log);
  const loop = new AgentLoop(input, emitter.emit);
  try {
    return await loop.run();
  } catch (error) {
    // A port of the session threw, which is a bug.
    log.write("error", "a turn failed unexpectedly", { error: stackOf(error) });
    const repaired = repairConversation(conversation.messages);
    if (repaired !== conversation.messages) conversation.replace(repaired);
    const failure = toFailure(error);
    emitter.emit({ type: "failure", failure });
    return { failure, usage: loop.usage };
  } finally {
    loop.close();
    emitter.close();
  }
}

/** Each step returns the end of the turn, or undefined if another step follows. */
class AgentLoop {
  readonly #input: TurnInput;
  readonly #emit: Emit;
  readonly #progress: TurnProgress;
  readonly #abort: TurnAbort;
  readonly #signal: AbortSignal;
  readonly #trigger: CompactionTrigger;
  readonly #callIds: Set<string>;
  /** The model reported that the conversation is too long, and has not answered since. */
  #hasOverflowed = false;
  #hasCalled = false;

  constructor(input: TurnInput, emit: Emit) {
    this.#input = input;
    this.#emit = emit;
    this.#callIds = input.callIds ?? new Set();
    this.#progress = new TurnProgress(input.limits);
    this.#abort = new TurnAbort(input.signal, this.#progress.limits.ms);
    this.#signal = this.#abort.signal;
    this.#trigger = new CompactionTrigger(this.#progress.limits.compactionFraction);
  }

  get usage(): ModelUsage {
    return this.#progress.usage;
  }

  close(): void {
    this.#abort.close();
  }

  async run(): Promise<TurnEnd> {
    this.#start();
    if (this.#isResumed && !this.#signal.aborted) {
      const end = await this.#runUnstartedCalls();
      if (end !== undefined) return end;
    }
    for (;;) {
      const limit = this.#findLimit();
      if (limit !== undefined) return this.#stopWith("max_turn_requests", limit);
      if (this.#signal.aborted) return this.#abortedEnd();
      this.#takeSteering();
      const end = await this.#step();
      if (end !== undefined) return end;
    }
  }

  #start(): void {
    const { conversation, prompt } = this.#input;
    // An interrupted session may have left calls without results.
    const repaired = repairConversation(conversation.messages);
    if (repaired !== conversation.messages) conversation.replace(repaired);
    for (const message of conversation.messages) {
      if (message.role !== "assistant") continue;
      for (const part of message.parts) if (part.type === "tool_call") this.#callIds.add(part.callId);
    }
    if (!this.#isResumed) conversation.append(prompt);
  }

  get #isResumed(): boolean {
    return (this.#input.unstartedCalls?.length ?? 0) > 0;
  }

  /** Runs the calls that an interruption prevented; their results replace the placeholders in the conversation. */
  async #runUnstartedCalls(): Promise<TurnEnd | undefined> {
    const { conversation, unstartedCalls = [] } = this.#input;
    const [answer, before] = conversation.messages.slice(-2);
    if (answer?.role !== "assistant" || before?.role !== "tool") return undefined;
    const setup = await this.#setUp();
    if (setup === ABORTED) return this.#abortedEnd();
    const calls = answer.parts.filter((part) => part.type === "tool_call" && unstartedCalls.includes(part.callId));
    conversation.replace(conversation.messages.slice(0, -1));
    return this.#runCalls(calls as ToolCallPart[], setup, before.results);
  }

  #findLimit(): string | undefined {
    if (this.#input.steering.size > 0) this.#progress.sawSteering();
    const { budget } = this.#input;
    const warning = budget?.findWarning();
    if (warning !== undefined) this.#emit({ type: "notice", severity: "warning", text: warning });
    return this.#progress.findLimit() ?? budget?.findLimit();
  }

  #takeSteering(): void {
    for (const message of this.#input.steering.take()) {
      this.#input.conversation.append(message);
      this.#emit({ type: "steered", message });
    }
  }

  /** One request to the model, and the calls that it answers with. */
  async #step(): Promise<TurnEnd | undefined> {
    const { conversation, log, pause, clock } = this.#input;
    const setup = await this.#setUp();
    if (setup === ABORTED) return this.#abortedEnd();
    if (this.#trigger.isDue(conversation, setup)) await this.#compact(setup);
    if (this.#signal.aborted) return this.#abortedEnd();

    this.#input.budget?.countRequest();
    this.#emit({ type: "step", number: this.#progress.nextStep() });
    const { model, system, thinking, outputTokensMax, tools } = setup;
    // The offline model executes the last message alone, so messages must not be joined for it.
    const messages = model.info.isOffline === true ? conversation.messages : toRequestMessages(conversation.messages);
    const request = { system, messages, tools: tools.specs, thinking, outputTokensMax };
    const answer = new Answer(this.#emit, this.#callIds, clock);
    const end = await streamAnswer(model, request, answer, { emit: this.#emit, pause, signal: this.#signal, log });
    if (end.type === "finish") return this.#finish(end, answer, setup);
    if (end.type === "failure") return this.#fail(end.failure, answer, setup);
    this.#append(answer.completeText());
    return this.#abortedEnd();
  }

  #setUp(): Promise<StepSetup | typeof ABORTED> {
    return untilAborted(
      Promise.resolve().then(() => this.#input.step()),
      this.#signal,
      (error) => this.#input.log.write("warn", "setting up a cancelled step failed", { error: stackOf(error) }),
    );
  }

  async #finish({ reason, usage }: Finish, answer: Answer, setup: StepSetup): Promise<TurnEnd | undefined> {
    this.#progress.addUsage(usage);
    this.#hasOverflowed = false;
    const isTruncated = reason === "max_tokens";
    const parts = answer.parts(isTruncated);
    if (reason !== "refusal") this.#append(parts);
    // Some servers do not report usage.
    if (usage.inputTokens > 0) this.#input.conversation.setCount(usage.inputTokens + usage.outputTokens);
    this.#emit({ type: "step_ended", reason, usage });
    if (reason === "refusal") return this.#refuse(REFUSED);

    const calls = parts.filter((part) => part.type === "tool_call");
    if (isTruncated) {
      if (calls.length > 0) this.#input.conversation.append(await skipTruncatedCalls(calls, this.#emit));
      return this.#stop("max_tokens");
    }
    return calls.length > 0 ? this.#runCalls(calls, setup) : this.#endOrContinue(hasSubstance(parts));
  }

  /** `before`: the results as they were before an interruption, for calls that the client already knows. */
  async #runCalls(
    calls: readonly ToolCallPart[],
    { tools, model }: StepSetup,
    before?: readonly ToolResult[],
  ): Promise<TurnEnd | undefined> {
    this.#hasCalled = true;
    const windowChars = model.info.contextTokens * CHARS_PER_TOKEN;
    const resultCharsMax = Math.floor((windowChars * RESULTS_WINDOW_SHARE) / calls.length);
    const isAnnounced = before !== undefined;
    const setup = { tools: tools.tools, resultCharsMax, signal: this.#signal, emit: this.#emit, isAnnounced };
    const { results } = await runStepCalls(calls, this.#input.calls, setup, () => this.#abort.cancel());
    const merged = before?.map((result) => results.find(({ callId }) => callId === result.callId) ?? result);
    const message: ToolMessage = { role: "tool", results: merged ?? results };
    this.#input.conversation.append(message);
    this.#progress.sawCalls(calls, message);
    return this.#signal.aborted ? this.#abortedEnd() : undefined;
  }

  /** The model made no calls, so it considers itself done. */
  #endOrContinue(hasAnswered: boolean): TurnEnd | undefined {
    const { steering, continuation, conversation } = this.#input;
    // A turn that ends with tool calls needs no closing text.
    if (!hasAnswered && !this.#hasCalled) this.#emit({ type: "notice", severity: "warning", text: EMPTY_ANSWER });
    if (steering.size > 0) return this.#findLimit() === undefined ? undefined : this.#stop("end_turn");
    const message = continuation?.();
    if (message === undefined) return this.#stop("end_turn");
    const limit = this.#progress.continueOnce();
    if (limit !== undefined) return this.#stopWith("max_turn_requests", limit);
    conversation.append(message);
    this.#emit({ type: "continued", message });
    return undefined;
  }

  async #fail(failure: ModelFailure, answer: Answer, setup: StepSetup): Promise<TurnEnd | undefined> {
    if (failure.kind === "context_overflow" && !this.#hasOverflowed && answer.chars === 0) {
      this.#hasOverflowed = true;
      if (await this.#compact(setup)) return undefined;
      if (this.#signal.aborted) return this.#abortedEnd();
    }
    if (failure.kind === "refused") return this.#refuse(failure.message);
    this.#append(answer.completeText());
    this.#emit({ type: "failure", failure });
    return { failure, usage: this.usage };
  }

  async #compact(setup: StepSetup): Promise<boolean> {
    const { conversation, log, prompt } = this.#input;
    const { model } = setup;
    const options = { conversation, model, reason: "automatic", prompt, signal: this.#signal, log } as const;
    const end = await compact(options, this.#emit);
    this.#progress.addUsage(end.usage);
    this.#trigger.saw(end, conversation, setup);
    return end.type === "compacted";
  }

  #append(parts: readonly AssistantPart[]): void {
    if (hasSubstance(parts)) this.#input.conversation.append({ role: "assistant", parts });
  }

  /** The protocol requires it: a refused prompt and everything after it is left out of the next request. */
  #refuse(why: string): TurnEnd {
    const { conversation, prompt } = this.#input;
    const index = conversation.messages.indexOf(prompt);
    // After a compaction the prompt is only part of the summary, which is the first message.
    conversation.replace(conversation.messages.slice(0, index === -1 ? 1 : index));
    return this.#stopWith("refusal", why);
  }

  #abortedEnd(): TurnEnd {
    if (!this.#abort.hasTimedOut) return this.#stop("cancelled");
    return this.#stopWith("max_turn_requests", describeTimeLimit(this.#progress.limits.ms));
  }

  #stopWith(stopReason: StopReason, text: string): TurnEnd {
    this.#emit({ type: "notice", severity: "warning", text });
    return this.#stop(stopReason);
  }

  #stop(stopReason: StopReason): TurnEnd {
    return { stopReason, usage: this.usage };
  }
}

/** Keeps a listener's exception out of the loop, and emits nothing once the turn has ended. */
class TurnEmitter {
  readonly emit: Emit;
  #isClosed = false;

  constructor(emit: Emit, log: Log) {
    this.emit = (event) => {
      if (this.#isClosed) return;
      try {
        emit(event);
      } catch (error) {
        log.write("error", "a listener of the agent loop threw", { event: event.type, error: stackOf(error) });
      }
    };
  }

  close(): void {
    this.#isClosed = true;
  }
}

function toFailure(error: unknown): ModelFailure {
  const message = messageOf(error);
  const remedy = error instanceof ParleyError ? error.remedy?.label : undefined;
  return { kind: "failed", message, ...(remedy === undefined ? {} : { remedy }) };
}
