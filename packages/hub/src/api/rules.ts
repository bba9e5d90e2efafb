// The rules of this machine, the folders that are trusted, and the audit of what was decided.
import type { AuditPage, AuditQuery } from "@parley/home/judge";
import type { ListedRule } from "@parley/home/rules";

export interface TrustedFolder {
  readonly path: string;
  readonly trustedAtMs: number;
}

export interface HubRules {
  /** Written rules and remembered choices, and what is wrong with the file. */
  list(): Promise<{
    readonly file: string;
    readonly rules: readonly ListedRule[];
    readonly problems: readonly string[];
  }>;
  /** Rejects with `bad_input` if it is not a rule. */
  add(verdict: "allow" | "deny", rule: string): Promise<ListedRule>;
  /** Rejects with `usage` if there is no such rule. */
  revoke(id: string): Promise<ListedRule>;
  trusted(): Promise<readonly TrustedFolder[]>;
  /** Rejects with `bad_input` if it is not an absolute path of a folder. Returns the path. */
  trust(path: string): Promise<string>;
  /** Rejects with `usage` if it is not trusted. */
  distrust(path: string): Promise<string>;
  /** The latest decision first. */
  audit(query?: AuditQuery): Promise<AuditPage>;
}
