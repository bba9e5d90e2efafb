// Plays commands in the client's terminal, because the agent starts no process itself.
import { untilAborted } from "@parley/base";
import type { WaitForTerminalExitResponse } from "@parley/acp";
import { TERMINAL_OUTPUT_BYTES_MAX } from "../../limits.ts";
import type { Players } from "../player.ts";
import { toProgram } from "../shell-line.ts";
import { failed, playToolCall, type ToolCall, type ToolResult } from "../tool-call.ts";
import type { Reply, Turn } from "../turn.ts";
import type { ToolContent } from "../wire.ts";

const NO_TERMINAL = "The client does not offer terminals, and this agent starts no process itself.";

export const terminalPlayers: Players<"run" | "timeout"> = {
  run: ({ command }, turn) => playCommand(turn, command, undefined),
  timeout: ({ command, ms }, turn) => playCommand(turn, command, ms),
};

function playCommand(turn: Turn, command: string, timeoutMs: number | undefined): Promise<void> {
  const { cwd } = turn.session.place;
  const rawInput = timeoutMs === undefined ? { command, cwd } : { command, cwd, timeoutMs };
  const start = { name: "run", kind: "execute", title: command, rawInput } as const;
  return playToolCall(turn, start, async (call) => {
    if (!turn.client.supports("terminal")) return failed(NO_TERMINAL);
    const allowed = await call.permit();
    if (!allowed.ok) return failed(allowed.reason);
    call.start();
    const { id: sessionId } = turn.session;
    const outputByteLimit = TERMINAL_OUTPUT_BYTES_MAX;
    const created = await turn.call(
      "terminal/create",
      { sessionId, cwd, outputByteLimit, ...toProgram(command) },
      // The terminal was created after the turn had been cancelled, so only this callback can end it.
      ({ terminalId }) => discard(turn, terminalId),
    );
    if (!created.ok) return failed(created.reason);
    return useTerminal(turn, call, created.value.terminalId, timeoutMs);
  });
}

async function useTerminal(
  turn: Turn,
  call: ToolCall,
  terminalId: string,
  timeoutMs: number | undefined,
): Promise<ToolResult> {
  const content: ToolContent[] = [{ type: "terminal", terminalId }];
  call.show(content);
  const ids = { sessionId: turn.session.id, terminalId };
  const exited = await waitForExit(turn, ids, timeoutMs);
  const output = exited.ok ? await turn.call("terminal/output", ids) : exited;
  if (turn.signal.aborted || !exited.ok || !output.ok) {
    discard(turn, terminalId);
    return failed(output.ok ? "The turn was cancelled." : output.reason, content);
  }
  await untilAborted(turn.dismiss("terminal/release", terminalId), turn.signal);
  const { wasKilled, exitCode, signal } = exited.value;
  const rawOutput = { exitCode, signal, output: output.value.output, truncated: output.value.truncated };
  if (wasKilled) return { ok: false, reason: `Killed after ${timeoutMs} ms.`, content, rawOutput };
  if (exitCode === 0) return { ok: true, content, rawOutput };
  const how = exitCode === null ? `was killed by ${signal ?? "a signal"}` : `exited with ${exitCode}`;
  return { ok: false, reason: `The command ${how}.`, content, rawOutput };
}

interface Exit {
  readonly wasKilled: boolean;
  readonly exitCode: number | null;
  readonly signal: string | null;
}

interface TerminalIds {
  readonly sessionId: string;
  readonly terminalId: string;
}

async function waitForExit(turn: Turn, ids: TerminalIds, timeoutMs: number | undefined): Promise<Reply<Exit>> {
  const exit = turn.call("terminal/wait_for_exit", ids);
  if (timeoutMs === undefined) return toExit(await exit, false);
  const exited = new AbortController();
  const inTime = await Promise.race([exit, turn.wait(timeoutMs, exited.signal)]);
  exited.abort();
  if (inTime !== undefined) return toExit(inTime, false);
  const killed = await turn.call("terminal/kill", ids);
  return killed.ok ? toExit(await exit, true) : killed;
}

function toExit(reply: Reply<WaitForTerminalExitResponse>, wasKilled: boolean): Reply<Exit> {
  if (!reply.ok) return reply;
  const { exitCode = null, signal = null } = reply.value;
  return { ok: true, value: { wasKilled, exitCode, signal } };
}

/** Ends the command without waiting for it: the turn may be over before the client has answered. */
function discard(turn: Turn, terminalId: string): void {
  void turn.dismiss("terminal/kill", terminalId);
  void turn.dismiss("terminal/release", terminalId);
}
