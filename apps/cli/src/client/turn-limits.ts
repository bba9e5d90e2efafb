// The settings that limit a turn → what goes with each prompt.
import type { Settings } from "@parley/base";

export interface TurnLimits {
  /** Requests to the model. */
  readonly requests?: number;
  /** In US dollars. */
  readonly cost?: number;
}

/** Undefined without limits; then the agent's own settings apply. */
export function toTurnLimits({ maxTurns, maxCost }: Settings): TurnLimits | undefined {
  if (maxTurns === undefined && maxCost === undefined) return undefined;
  return { ...(maxTurns !== undefined && { requests: maxTurns }), ...(maxCost !== undefined && { cost: maxCost }) };
}
