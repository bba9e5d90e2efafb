// Everything that ends a turn early: limits on steps, tokens and cost, steps that lead nowhere, cancellation and time.
import type { ToolCallPart, ToolMessage } from "../models/message.ts";
import type { ModelUsage } from "../models/model.ts";
import { withoutUndefined } from "../objects/without-undefined.ts";
import {
  COMPACTION_FRACTION,
  CONTINUATIONS_MAX,
  FAILING_STEPS_MAX,
  IDLE_CONTINUATIONS_MAX,
  REPEATED_STEPS_MAX,
  TURN_MS_MAX,
  TURN_STEPS_MAX,
  TURN_TOKENS_MAX,
} from "../limits.ts";
import { addUsage, NO_USAGE, toJson } from "./tokens.ts";
import {
  describeContinuationLimit,
  describeCostLimit,
  describeFailing,
  describeRepetition,
  describeStepLimit,
  describeTokenLimit,
  describeUnknownPrice,
} from "./turn-messages.ts";
import type { TurnLimits } from "./types.ts";

const DEFAULT_LIMITS: TurnLimits = {
  steps: TURN_STEPS_MAX,
  tokens: TURN_TOKENS_MAX,
  ms: TURN_MS_MAX,
  continuations: CONTINUATIONS_MAX,
  repeatedSteps: REPEATED_STEPS_MAX,
  failingSteps: FAILING_STEPS_MAX,
  compactionFraction: COMPACTION_FRACTION,
};

export class TurnProgress {
  readonly limits: TurnLimits;
  #steps = 0;
  #usage: ModelUsage = NO_USAGE;
  #lastStep = "";
  #repeatedSteps = 0;
  #failingSteps = 0;
  #continuations = 0;
  #idleContinuations = 0;

  constructor(limits: Partial<TurnLimits> = {}) {
    this.limits = { ...DEFAULT_LIMITS, ...withoutUndefined(limits) };
  }

  get usage(): ModelUsage {
    return this.#usage;
  }

  addUsage(usage: ModelUsage): void {
    this.#usage = addUsage(this.#usage, usage);
  }

  /** Counts another request and returns its number, from 1. */
  nextStep(): number {
    this.#steps += 1;
    return this.#steps;
  }

  /** Steps are identical only if their results are too: polling until something changes is not a loop. */
  sawCalls(calls: readonly ToolCallPart[], { results }: ToolMessage): void {
    const step = calls.map(({ name, input }, index) => toJson([name, input, results[index]?.parts])).join("\n");
    this.#repeatedSteps = step === this.#lastStep ? this.#repeatedSteps + 1 : 1;
    this.#lastStep = step;
    this.#failingSteps = results.every(({ isError }) => isError) ? this.#failingSteps + 1 : 0;
    this.#idleContinuations = 0;
  }

  /** The user sent a message, so the counts of fruitless steps start over. */
  sawSteering(): void {
    this.#repeatedSteps = 0;
    this.#failingSteps = 0;
    this.#lastStep = "";
  }

  /** Why no further request may be made; undefined if one may. */
  findLimit(): string | undefined {
    const { steps, tokens, repeatedSteps, failingSteps } = this.limits;
    if (this.#steps >= steps) return describeStepLimit(steps);
    if (this.#usage.inputTokens + this.#usage.outputTokens >= tokens) return describeTokenLimit(tokens);
    if (this.#repeatedSteps >= repeatedSteps) return describeRepetition(repeatedSteps);
    if (this.#failingSteps >= failingSteps) return describeFailing(failingSteps);
    return undefined;
  }

  /** Counts a continuation by autopilot. Returns why it is not allowed, or undefined. */
  continueOnce(): string | undefined {
    const isOver =
      this.#continuations >= this.limits.continuations || this.#idleContinuations >= IDLE_CONTINUATIONS_MAX;
    if (isOver) return describeContinuationLimit(this.#continuations);
    this.#continuations += 1;
    this.#idleContinuations += 1;
    return undefined;
  }
}

export interface BudgetLimits {
  readonly requests?: number | undefined;
  readonly cost?: number | undefined;
}

export class TurnBudget {
  readonly #limits: BudgetLimits;
  /** Cost of the session so far; undefined if a price is unknown. */
  readonly #cost: () => number | undefined;
  readonly #costBefore: number;
  #requests = 0;
  #hasWarned = false;

  constructor(limits: BudgetLimits, cost: () => number | undefined) {
    this.#limits = limits;
    this.#cost = cost;
    this.#costBefore = cost() ?? 0;
  }

  countRequest(): void {
    this.#requests += 1;
  }

  /** Why no further request may be made; undefined if one may. */
  findLimit(): string | undefined {
    const { requests, cost } = this.#limits;
    if (requests !== undefined && this.#requests >= requests) return describeStepLimit(requests);
    const spent = this.#spent;
    if (cost === undefined || spent === undefined || spent < cost) return undefined;
    return describeCostLimit(spent, cost);
  }

  /** Reported once: a limit that cannot be enforced must not look as if it were. */
  findWarning(): string | undefined {
    if (this.#hasWarned || this.#limits.cost === undefined || this.#spent !== undefined) return undefined;
    this.#hasWarned = true;
    return describeUnknownPrice();
  }

  get #spent(): number | undefined {
    const cost = this.#cost();
    return cost === undefined ? undefined : cost - this.#costBefore;
  }
}

/** The maximum delay of a timer. */
const TIMER_MS_MAX = 2 ** 31 - 1;

export class TurnAbort {
  readonly #control = new AbortController();
  readonly #session: AbortSignal;
  readonly #timer: ReturnType<typeof setTimeout>;
  #hasTimedOut = false;

  constructor(session: AbortSignal, ms: number) {
    this.#session = session;
    this.#timer = setTimeout(this.#expire, Math.min(ms, TIMER_MS_MAX));
    this.#timer.unref();
    if (session.aborted) this.cancel();
    else session.addEventListener("abort", this.cancel, { once: true });
  }

  get signal(): AbortSignal {
    return this.#control.signal;
  }

  /** True if the time limit alone ended the turn. */
  get hasTimedOut(): boolean {
    return this.#hasTimedOut;
  }

  readonly cancel = (): void => this.#control.abort(this.#session.reason);

  close(): void {
    clearTimeout(this.#timer);
    this.#session.removeEventListener("abort", this.cancel);
  }

  readonly #expire = (): void => {
    if (this.#control.signal.aborted) return;
    this.#hasTimedOut = true;
    this.#control.abort();
  };
}
