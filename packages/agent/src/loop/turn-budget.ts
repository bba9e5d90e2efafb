// What a turn may use, its sub-agents included: model requests, and US dollars.
import { describeCostLimit, describeStepLimit, describeUnknownPrice } from "./say.ts";

export interface BudgetLimits {
  readonly requests?: number | undefined;
  readonly cost?: number | undefined;
}

export class TurnBudget {
  readonly #limits: BudgetLimits;
  /** What the session has cost; undefined if a price is not known. */
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

  /** Why there must not be another request; undefined if there may. */
  findLimit(): string | undefined {
    const { requests, cost } = this.#limits;
    if (requests !== undefined && this.#requests >= requests) return describeStepLimit(requests);
    const spent = this.#spent;
    if (cost === undefined || spent === undefined || spent < cost) return undefined;
    return describeCostLimit(spent, cost);
  }

  /** Said once: a limit that cannot hold must not look as if it did. */
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
