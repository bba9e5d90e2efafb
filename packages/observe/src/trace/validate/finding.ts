// A finding of the validation: location, severity and message.
import type { PlacedFrame } from "../conversation.ts";
import type { Side } from "../trace-item.ts";

/** `error`: violates the protocol. `warning`: allowed or tolerated, but likely to cause problems. `info`: a note. */
export type Severity = "error" | "warning" | "info";

export interface Finding {
  readonly line: number;
  readonly severity: Severity;
  /** Stable, for programs. */
  readonly code: FindingCode;
  /** One sentence, without a full stop. */
  readonly message: string;
  /** The side that caused it; undefined for the recording itself. */
  readonly by: Side | undefined;
  readonly method: string | undefined;
  readonly sessionId: string | undefined;
}

/** All findings with their severity. */
export const FINDINGS = {
  "damaged-line": "warning",
  "half-line": "info",
  "frames-dropped": "warning",
  "not-json": "error",
  "frame-not-kept": "info",
  "not-a-message": "error",
  batch: "error",
  "no-jsonrpc": "error",
  "bad-id": "error",
  "error-shape": "error",
  "orphan-response": "error",
  "answered-twice": "error",
  "answer-without-id": "warning",
  "duplicate-id": "error",
  "id-reused": "warning",
  unanswered: "warning",
  "wrong-side": "error",
  "request-expected": "error",
  "notification-expected": "error",
  "unknown-method": "warning",
  "extension-method": "info",
  "other-name": "warning",
  "invalid-params": "error",
  "invalid-result": "error",
  "null-result": "warning",
  "capability-missing": "error",
  "relative-path": "error",
  "not-initialized": "error",
  "initialized-again": "info",
  "version-raised": "error",
  "version-unchecked": "info",
  "version-shape": "warning",
  "unknown-session": "error",
  "update-before-session": "warning",
  "closed-session": "warning",
  "update-after-turn": "error",
  "state-after-turn": "info",
  "history-after-load": "warning",
  "history-on-resume": "error",
  "prompt-overlap": "warning",
  "cancel-ignored": "warning",
  "cancel-failed": "warning",
  "update-before-tool-call": "warning",
  "tool-call-repeated": "warning",
  "status-backwards": "warning",
  "tool-call-unfinished": "info",
  "permission-unannounced": "warning",
  "permission-option-unknown": "error",
  "permission-option-twice": "error",
  "permission-outlived-cancel": "warning",
  "unknown-terminal": "warning",
  "terminal-released": "warning",
  "terminal-kept": "info",
} as const satisfies Record<string, Severity>;
export type FindingCode = keyof typeof FINDINGS;

/** How a check reports findings. */
export interface Report {
  /** About this frame. */
  found(placed: PlacedFrame, code: FindingCode, message: string): void;
  /** About an earlier one, or about none. */
  foundAt(
    place: Partial<Pick<Finding, "by" | "method" | "sessionId">> & { readonly line: number },
    code: FindingCode,
    message: string,
  ): void;
}

/** Gets every frame of a trace in order. */
interface Check {
  check(placed: PlacedFrame, report: Report): void;
  /** Another connection begins. */
  restart?(report: Report): void;
  /** The trace has ended. */
  end?(report: Report): void;
}

/** What checks know about the trace. */
export interface CheckContext {
  /** The recording began before this file, so missing information may be in an earlier one. */
  isPart(): boolean;
}

export type CreateCheck = (context: CheckContext) => Check;
