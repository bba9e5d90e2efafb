// Watches that a turn ends: counts steps, tokens, and steps that lead nowhere.
import type { ToolCallPart, ToolMessage } from "../models/message.ts";
import type { ModelUsage } from "../models/model.ts";
import { withoutUndefined } from "../objects/without-undefined.ts";
import { addUsage, NO_USAGE } from "./add-usage.ts";
import { toJson } from "./estimate-tokens.ts";
import {
  COMPACTION_FRACTION,
  CONTINUATIONS_MAX,
  FAILING_STEPS_MAX,
  IDLE_CONTINUATIONS_MAX,
  REPEATED_STEPS_MAX,
  TURN_MS_MAX,
  TURN_STEPS_MAX,
  TURN_TOKENS_MAX,
} from "./limits.ts";
import {
  describeContinuationLimit,
  describeFailing,
  describeRepetition,
  describeStepLimit,
  describeTokenLimit,
} from "./say.ts";
import type { TurnLimits } from "./turn-input.ts";

const DEFAULT_LIMITS: TurnLimits = {
  steps: TURN_STEPS_MAX,
  tokens: TURN_TOKENS_MAX,
  ms: TURN_MS_MAX,
  continuations: CONTINUATIONS_MAX,
  repeatedSteps: REPEATED_STEPS_MAX,
  failingSteps: FAILING_STEPS_MAX,
  compactionFraction: COMPACTION_FRACTION,
};

export class TurnWatch {
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

  /** Another request: its number, from 1. */
  nextStep(): number {
    this.#steps += 1;
    return this.#steps;
  }

  /** Identical means the results too: whoever polls until something changes is not going in circles. */
  sawCalls(calls: readonly ToolCallPart[], { results }: ToolMessage): void {
    const step = calls.map(({ name, input }, index) => toJson([name, input, results[index]?.parts])).join("\n");
    this.#repeatedSteps = step === this.#lastStep ? this.#repeatedSteps + 1 : 1;
    this.#lastStep = step;
    this.#failingSteps = results.every(({ isError }) => isError) ? this.#failingSteps + 1 : 0;
    this.#idleContinuations = 0;
  }

  /** A person has spoken: what was done before says nothing of what comes. */
  sawSteering(): void {
    this.#repeatedSteps = 0;
    this.#failingSteps = 0;
    this.#lastStep = "";
  }

  /** Why there must not be another request; undefined if there may. */
  findLimit(): string | undefined {
    const { steps, tokens, repeatedSteps, failingSteps } = this.limits;
    if (this.#steps >= steps) return describeStepLimit(steps);
    if (this.#usage.inputTokens + this.#usage.outputTokens >= tokens) return describeTokenLimit(tokens);
    if (this.#repeatedSteps >= repeatedSteps) return describeRepetition(repeatedSteps);
    if (this.#failingSteps >= failingSteps) return describeFailing(failingSteps);
    return undefined;
  }

  /** Why autopilot must not go on by itself once more; undefined if it may, and then it has. */
  continueOnce(): string | undefined {
    const isOver =
      this.#continuations >= this.limits.continuations || this.#idleContinuations >= IDLE_CONTINUATIONS_MAX;
    if (isOver) return describeContinuationLimit(this.#continuations);
    this.#continuations += 1;
    this.#idleContinuations += 1;
    return undefined;
  }
}
