// Rules about fetches: by host, with or without its port.
import type { Concerns } from "../concerns.ts";
import { matchesAny, type Wildcard } from "../patterns/wildcard.ts";
import type { Matches, Rule } from "./rule.ts";

export interface FetchRule extends Rule {
  /** Empty means every host. */
  readonly hosts: readonly Wildcard[];
}

export class FetchRules {
  readonly #rules: FetchRule[] = [];

  add(rule: FetchRule): void {
    this.#rules.push(rule);
  }

  match(host: string, hostAndPort: string, concerns: Concerns, matches: Matches): void {
    for (const rule of this.#rules) {
      const { hosts } = rule;
      if (hosts.length === 0 || matchesAny(hosts, host) || matchesAny(hosts, hostAndPort)) matches.add(rule, concerns);
    }
  }
}
