// The answer to a request, and its audit entry.
import type { RequestKind } from "./request.ts";

export type Verdict = "allow" | "ask" | "deny";

/** Widest scope first; the last one ends with the session. */
export const LAYERS = ["machine", "workspace", "session"] as const;
export type Layer = (typeof LAYERS)[number];

/** What decided. */
export type Source = "built-in" | "rule" | "mode" | "hook" | "remembered" | "grant" | "level";

export interface RuleRef {
  readonly source: Source;
  readonly id: string;
  readonly layer?: Layer | undefined;
}

export type DangerClass =
  | "alters-programs"
  | "changes-system"
  | "deletes-files"
  | "destroys-files"
  | "escalates-privileges"
  | "exhausts-machine"
  | "installs-software"
  | "reaches-network"
  | "reads-secrets"
  | "rewrites-history"
  | "runs-downloaded-code"
  | "runs-unseen-code"
  | "sends-data"
  | "stops-processes";

export interface Danger {
  readonly class: DangerClass;
  /** What could happen, for the user. */
  readonly sentence: string;
}

/** Plain data, one entry per decision. The audit log adds the time and the session. */
export interface AuditEntry {
  readonly kind: RequestKind;
  /** The subject, with secrets redacted. */
  readonly subject: string;
  readonly verdict: Verdict;
  readonly reason: string;
  readonly source: Source;
  readonly rule: string;
  readonly layer?: Layer | undefined;
  readonly danger?: DangerClass | undefined;
}

export interface Decision {
  readonly verdict: Verdict;
  /** One sentence for the user. */
  readonly reason: string;
  readonly rule: RuleRef;
  readonly danger?: Danger | undefined;
  readonly audit: AuditEntry;
}

/** How a decision answers a permission request: "once", never "always", so that a changed rule applies at once. */
export function toPermissionAnswer({ verdict }: Pick<Decision, "verdict">): "allow_once" | "reject_once" | undefined {
  if (verdict === "ask") return undefined;
  return verdict === "allow" ? "allow_once" : "reject_once";
}
