// What a session costs, turn by turn, from the running total that its agent reports.
import type { Cost } from "@parley/acp";

export class SessionCosts {
  /** Since the last turn that took it. */
  #spent: Cost | undefined;

  /** `before`: as last reported; undefined if it is unknown, so that the first report says what was spent until then. */
  report(before: Cost | undefined, { amount, currency }: Cost): void {
    if (before === undefined || !Number.isFinite(amount)) return;
    // An agent that counts from zero again reports less than before.
    const isContinued = before.currency === currency && amount >= before.amount;
    const more = isContinued ? amount - before.amount : amount;
    // One turn has one currency: the latest.
    const known = this.#spent?.currency === currency ? this.#spent.amount : 0;
    if (more > 0) this.#spent = { amount: known + more, currency };
  }

  /** For the turn that ends now. */
  take(): Cost | undefined {
    const spent = this.#spent;
    this.#spent = undefined;
    return spent;
  }
}
