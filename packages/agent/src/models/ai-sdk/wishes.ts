// Optional request options. An option that a server rejects is not sent again.
import type { ModelFailure } from "../model.ts";
import type { Dialect, Json } from "./dialect.ts";

type Options = Readonly<Record<string, Json>>;

/** The options of one model that its server has rejected. */
export class RefusedWishes {
  readonly #dialect: Dialect;
  readonly #refused = new Set<string>();

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  without(options: Options): Options {
    if (this.#refused.size === 0) return options;
    return Object.fromEntries(Object.entries(options).filter(([name]) => !this.#refused.has(name)));
  }

  /** Whether the request failed because of an optional option, so that it can be retried without it. */
  note({ kind, status, message }: ModelFailure, wished: Options): boolean {
    if (kind !== "failed" || (status !== 400 && status !== 422)) return false;
    const refused = Object.entries(this.#dialect.wishes).flatMap(([name, pattern]) =>
      name in wished && !this.#refused.has(name) && pattern.test(message) ? [name] : [],
    );
    for (const name of refused) this.#refused.add(name);
    return refused.length > 0;
  }
}
