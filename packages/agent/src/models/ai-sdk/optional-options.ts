// Optional request options. An option that a server rejects is not sent again.
import type { ModelFailure } from "../model.ts";
import type { Dialect, Json } from "./dialect.ts";

type Options = Readonly<Record<string, Json>>;

/** The options of one model that its server has rejected. */
export class RejectedOptions {
  readonly #dialect: Dialect;
  readonly #rejected = new Set<string>();

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  without(options: Options): Options {
    if (this.#rejected.size === 0) return options;
    return Object.fromEntries(Object.entries(options).filter(([name]) => !this.#rejected.has(name)));
  }

  /** Whether the request failed because of an optional option, so that it can be retried without it. */
  note({ kind, status, message }: ModelFailure, sent: Options): boolean {
    if (kind !== "failed" || (status !== 400 && status !== 422)) return false;
    const rejected = Object.entries(this.#dialect.optional).flatMap(([name, pattern]) =>
      name in sent && !this.#rejected.has(name) && pattern.test(message) ? [name] : [],
    );
    for (const name of rejected) this.#rejected.add(name);
    return rejected.length > 0;
  }
}
