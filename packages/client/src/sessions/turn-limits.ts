// The limits of one turn. An agent that announces them enforces them; for other agents, the client watches the reported
// cost.
import type { Cost } from "@parley/acp";

export interface TurnLimits {
  /** Requests to the model. */
  readonly requests?: number | undefined;
  /** In US dollars. */
  readonly cost?: number | undefined;
}

/** Announced by agents that enforce the limits themselves. */
export const ENFORCES_LIMITS = "_meta.parley.limits";

const CURRENCY = "USD";

/** The cost of a turn so far, from the agent's reports for the whole session. */
export class CostWatch {
  /** As last reported. */
  #reported: number | undefined;
  /** Cost before the turn. */
  #before: number | undefined;
  #max: number | undefined;

  /** `isNew`: the session cost nothing before this process. Otherwise the first report is its cost until then. */
  constructor(isNew: boolean) {
    this.#reported = isNew ? 0 : undefined;
  }

  begin(max: number | undefined): void {
    this.#max = max;
    this.#before = this.#reported;
  }

  /** Why the turn has to end; undefined if it may continue. */
  saw({ amount, currency }: Cost): string | undefined {
    this.#reported = amount;
    this.#before ??= amount;
    const max = this.#max;
    if (max === undefined || currency !== CURRENCY) return undefined;
    const spent = amount - this.#before;
    return spent < max ? undefined : `This turn has cost $${spent.toFixed(2)}; its limit is $${max.toFixed(2)}`;
  }

  end(): void {
    this.#max = undefined;
  }
}
