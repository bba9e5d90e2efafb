// The result of a run as data: the last line of `--format ndjson` and the only output of `--format json`.
import type { ChangedFile, ChangesEvent, StopReason, Usage } from "@parley/acp";
import { ParleyError } from "@parley/base";
import { RpcError } from "@parley/rpc";
import { describeError } from "../describe-error.ts";
import { codeInData } from "../error-data.ts";
import { exitCodeOfError, exitCodeOfStop } from "../exit-code-of.ts";
import { ExitCodes } from "../exit-codes.ts";

export interface RunResult {
  readonly type: "result";
  readonly exitCode: number;
  readonly agent: string;
  readonly cwd: string;
  /** Undefined if no session was opened. */
  readonly sessionId?: string | undefined;
  /** Either `stopReason` or `error` is set, unless the run was cancelled before the turn began. */
  readonly stopReason?: StopReason | undefined;
  readonly error?: RunError | undefined;
  /** Whether there was a question that no user could answer. */
  readonly hadUnansweredQuestion: boolean;
  readonly usage?: Usage | undefined;
  readonly changedFiles: readonly ChangedFile[];
  /** How many more files changed than are listed. */
  readonly changedFilesOmitted?: number | undefined;
  readonly durationMs: number;
  /** The agent's answer; set only in `--format json`, which prints nothing else. */
  readonly text?: string | undefined;
  /** The answer that matches the schema of `--json-schema`. */
  readonly answer?: unknown;
}

/** How a turn ended. */
export interface TurnOutcome {
  readonly stopReason?: StopReason | undefined;
  readonly error?: Error | undefined;
  /** Why it was not stored completely. */
  readonly unsaved?: Error | undefined;
  readonly usage?: Usage | undefined;
  readonly changes?: ChangesEvent | undefined;
  /** For a turn on a hub. */
  readonly hadUnansweredQuestion?: boolean | undefined;
}

interface RunError {
  readonly code: number | string;
  /** Includes how to fix the error, if known. */
  readonly message: string;
}

export type RunFacts = Pick<RunResult, "agent" | "cwd" | "sessionId" | "durationMs" | "hadUnansweredQuestion">;

export function toResult(turn: TurnOutcome | undefined, facts: RunFacts): RunResult {
  const { stopReason, usage, changes, unsaved } = turn ?? {};
  const error = turn?.error ?? unsaved;
  return {
    type: "result",
    exitCode: exitCodeOf(turn, facts),
    ...facts,
    stopReason,
    ...(error === undefined ? {} : { error: toRunError(error) }),
    usage,
    changedFiles: changes?.files ?? [],
    changedFilesOmitted: changes?.omitted,
  };
}

export function toFailure(error: unknown, facts: RunFacts): RunResult {
  const exitCode = exitCodeOfError(error);
  return { type: "result", exitCode, ...facts, error: toRunError(error), changedFiles: [] };
}

/** An unanswered question takes precedence over a turn that ended normally, because the work is likely incomplete. */
function exitCodeOf(turn: TurnOutcome | undefined, { hadUnansweredQuestion }: RunFacts): number {
  if (turn === undefined) return ExitCodes.cancelled;
  if (turn.error !== undefined) return exitCodeOfError(turn.error);
  if (turn.unsaved !== undefined) return exitCodeOfError(turn.unsaved);
  if (hadUnansweredQuestion && turn.stopReason !== "cancelled") return ExitCodes.questionUnanswered;
  return exitCodeOfStop(turn.stopReason ?? "end_turn");
}

function toRunError(error: unknown): RunError {
  const served = error instanceof RpcError ? codeInData(error) : undefined;
  const code = error instanceof ParleyError ? error.code : (served ?? codeOf(error));
  return { code, message: describeError(error) };
}

function codeOf(error: unknown): number | string {
  const code: unknown = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "number" || typeof code === "string" ? code : "unexpected";
}
