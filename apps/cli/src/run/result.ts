// What a run came to, as data: the last line of `--format ndjson` and the whole of `--format json`.
import type { ChangedFile, StopReason, Usage } from "@parley/acp";
import { ParleyError } from "@parley/base";
import type { TurnResult } from "@parley/client";
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
  /** Undefined if it did not come to a session. */
  readonly sessionId?: string | undefined;
  /** One of these two, unless it was cancelled before the turn began. */
  readonly stopReason?: StopReason | undefined;
  readonly error?: RunError | undefined;
  /** Something had to be asked and nobody was there. */
  readonly hadNobodyToAsk: boolean;
  readonly usage?: Usage | undefined;
  readonly changedFiles: readonly ChangedFile[];
  /** How many more files changed than are listed. */
  readonly changedFilesOmitted?: number | undefined;
  readonly durationMs: number;
  /** What the agent said; only in `--format json`, where nothing else tells. */
  readonly text?: string | undefined;
  /** Of `--json-schema`: the answer, which fits. */
  readonly answer?: unknown;
}

interface RunError {
  readonly code: number | string;
  /** With what to do about it, where that is known. */
  readonly message: string;
}

export type RunFacts = Pick<RunResult, "agent" | "cwd" | "sessionId" | "durationMs" | "hadNobodyToAsk">;

export function toResult(turn: TurnResult | undefined, facts: RunFacts): RunResult {
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

/** What the agent could not do because it was not allowed to says more than that it ended its turn in good order. */
function exitCodeOf(turn: TurnResult | undefined, { hadNobodyToAsk }: RunFacts): number {
  if (turn === undefined) return ExitCodes.cancelled;
  if (turn.error !== undefined) return exitCodeOfError(turn.error);
  if (turn.unsaved !== undefined) return exitCodeOfError(turn.unsaved);
  if (hadNobodyToAsk && turn.stopReason !== "cancelled") return ExitCodes.nobodyToAsk;
  return exitCodeOfStop(turn.stopReason);
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
