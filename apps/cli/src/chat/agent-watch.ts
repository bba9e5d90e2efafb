// Describes the state of the agent's process for the user: that it is starting, why it failed, what comes next.
import type { AgentState } from "@parley/client";
import { describeError } from "../describe-error.ts";
import type { NoteBlock } from "@parley/chat-model";
import { STDERR_ROWS } from "../limits.ts";

/** Describes what the agent is doing while it cannot take prompts yet. */
export function describeWork(state: AgentState, name: string, nowMs: number): string | undefined {
  if (state.state === "starting") return state.attempt > 1 ? `Starting ${name} again` : `Starting ${name}`;
  if (state.state !== "error" || state.retryAtMs === undefined) return undefined;
  const seconds = Math.max(1, Math.ceil((state.retryAtMs - nowMs) / 1000));
  return `${name} restarts in ${seconds}s`;
}

/** `isTold`: the session has already reported the exit and its message. */
export function describeFailure(state: Extract<AgentState, { state: "error" }>, isTold: boolean): NoteBlock[] {
  const { error, stderr, retryAtMs } = state;
  const blocks: NoteBlock[] = [];
  if (!isTold) {
    const text = describeError(error);
    const words = lastLines(stderr);
    const isIn = words === "" || text.includes(words);
    blocks.push({ type: "note", severity: "error", text, detail: isIn ? undefined : words });
  }
  if (retryAtMs !== undefined) return blocks;
  const text = "Not restarting automatically. /restart to retry, /exit to quit; the session is kept.";
  return [...blocks, { type: "note", severity: "warning", text }];
}

function lastLines(stderr: string): string {
  return stderr.trimEnd().split("\n").slice(-STDERR_ROWS).join("\n").trim();
}
