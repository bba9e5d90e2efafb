// The steps of a script, as plain data. The scripted agent plays them over ACP; the offline model turns them into
// output and tool calls.

export type Step =
  | { readonly kind: "say"; readonly text: string }
  | { readonly kind: "think"; readonly text: string }
  /** A message in the user's name, as if it had been typed somewhere else. */
  | { readonly kind: "user"; readonly text: string }
  | { readonly kind: "show"; readonly content: ShownContent }
  | { readonly kind: "stream"; readonly count: number; readonly bytes: number }
  | { readonly kind: "plan"; readonly entries: readonly PlannedEntry[] }
  | { readonly kind: "read"; readonly path: string; readonly line?: number; readonly limit?: number }
  | { readonly kind: "write"; readonly path: string; readonly text: string }
  | { readonly kind: "edit"; readonly path: string; readonly oldText: string; readonly newText: string }
  /** Shows a change without making it. No old text: a new file. */
  | { readonly kind: "diff"; readonly path: string; readonly oldText?: string; readonly newText: string }
  | { readonly kind: "run"; readonly command: string }
  /** Runs a command and kills it if it takes longer. */
  | { readonly kind: "timeout"; readonly ms: number; readonly command: string }
  | { readonly kind: "fetch"; readonly url: string }
  /** A tool call that does nothing. */
  | { readonly kind: "tool"; readonly toolKind: PretendToolKind; readonly title: string }
  | { readonly kind: "ask"; readonly question: string }
  | { readonly kind: "elicit"; readonly mode: "form" | "url"; readonly message: string }
  | { readonly kind: "mode"; readonly modeId: string }
  | { readonly kind: "config"; readonly configId: string; readonly value: string }
  | { readonly kind: "commands"; readonly names: readonly string[] }
  | { readonly kind: "title"; readonly text: string }
  | { readonly kind: "usage"; readonly used: number; readonly size: number; readonly cost?: SpentCost }
  | {
      readonly kind: "notice";
      readonly severity: NoticeLevel;
      readonly title: string;
      readonly description?: string;
    }
  | { readonly kind: "compact"; readonly summary: string }
  /** An extension request to the client. */
  | { readonly kind: "ext"; readonly method: `_${string}` }
  /** An extension notification to the client. */
  | { readonly kind: "tell"; readonly method: `_${string}` }
  | { readonly kind: "wait"; readonly ms: number }
  | { readonly kind: "stop"; readonly reason: StoppingReason }
  | { readonly kind: "fail"; readonly message: string }
  | { readonly kind: "help" }
  | ProseStep
  | ProblemStep;

export type StepKind = Step["kind"];
export type StepOf<Kind extends StepKind> = Extract<Step, { kind: Kind }>;

/** Text that is not a script; it is the only step. */
export interface ProseStep {
  readonly kind: "prose";
  readonly text: string;
  /** Lines that begin like a command, in case it was meant as a script. */
  readonly problems: readonly ProblemStep[];
}

/** A line of a script that cannot be played. */
export interface ProblemStep {
  readonly kind: "problem";
  /** From 1. */
  readonly line: number;
  /** What was expected, or which limit was exceeded. */
  readonly message: string;
}

export interface PlannedEntry {
  readonly content: string;
  readonly status: "pending" | "in_progress" | "completed";
  readonly priority: "high" | "medium" | "low";
}

export interface SpentCost {
  readonly amount: number;
  readonly currency: string;
}

export const shownContents = ["image", "audio", "link", "resource", "blob"] as const;
export type ShownContent = (typeof shownContents)[number];

export const pretendToolKinds = [
  "read",
  "edit",
  "delete",
  "move",
  "search",
  "execute",
  "think",
  "fetch",
  "switch_mode",
  "other",
] as const;
export type PretendToolKind = (typeof pretendToolKinds)[number];

export const noticeLevels = ["info", "warning", "error"] as const;
export type NoticeLevel = (typeof noticeLevels)[number];

/** Intentionally without `cancelled`, which only a client's cancellation causes. */
export const stoppingReasons = ["end_turn", "max_tokens", "max_turn_requests", "refusal"] as const;
export type StoppingReason = (typeof stoppingReasons)[number];
