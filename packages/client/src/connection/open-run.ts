// Connects to a new process and initializes the agent.
import {
  connectToAgent,
  PROTOCOL_VERSION,
  type AgentConnection,
  type Implementation,
  type InitializeResponse,
} from "@parley/acp";
import { ParleyError, unlessAborted, type Timers } from "@parley/base";
import { observe, RpcError } from "@parley/rpc";
import type { AgentLaunch, AgentQuirk } from "../agent-launch.ts";
import type { Feature } from "../features/feature.ts";
import { GARBAGE_CHARS_MAX, type ClientLimits } from "../limits.ts";
import { crashed, stderrTail, watchEnd, type AgentEnd } from "../process/agent-end.ts";
import type { AgentProcess } from "../process/agent-process.ts";
import type { AgentProblem, ReportProblem } from "../agent-problem.ts";
import { AgentRun, hideInError, isLost } from "./agent-run.ts";
import type { ObserveAgent } from "./agent-observer.ts";
import { mergeCapabilities } from "./client-capabilities.ts";
import { handlersOutsideSessions } from "./handlers-outside-sessions.ts";
import { Router } from "./router.ts";
import { checkVersion } from "./check-version.ts";

export interface OpenRunOptions {
  readonly launch: AgentLaunch;
  readonly process: AgentProcess;
  readonly features: readonly Feature[];
  readonly clientInfo: Implementation;
  readonly limits: ClientLimits;
  readonly timers: Timers;
  readonly report: ReportProblem;
  readonly observe?: ObserveAgent | undefined;
  readonly signal: AbortSignal;
}

/** Rejects with a ParleyError that says what to do; the caller then has to end the process. */
export async function openRun(options: OpenRunOptions): Promise<AgentRun> {
  const { launch, process, features, limits, timers, report } = options;
  const garbage = new Garbage(process);
  const quirks = launch.quirks ?? [];
  const router = new Router({ limits, report, outside: handlersOutsideSessions(features) });
  const onProblem = (problem: AgentProblem): void => {
    garbage.note(problem);
    report(problem);
  };
  const observer = options.observe?.();
  const transport = observer === undefined ? process.transport : observe(process.transport, observer);
  const connection = connectToAgent(transport, () => router.handlers, {
    limits: limits.rpc,
    onProblem,
    onlySession: () => router.onlySession(),
  });
  const ended = watchEnd({ process, closed: connection.closed, title: launch.title, limits, timers });
  try {
    const info = await initialize(connection, quirks, options);
    checkVersion(launch.title, info, report);
    return new AgentRun({ launch, quirks, process, connection, router, info, ended, observer });
  } catch (error) {
    throw await explain(error, ended, garbage, options);
  }
}

function initialize(
  connection: AgentConnection,
  quirks: readonly AgentQuirk[],
  { features, clientInfo, limits, signal }: OpenRunOptions,
): Promise<InitializeResponse> {
  const clientCapabilities = mergeCapabilities(features, quirks);
  const params = { protocolVersion: PROTOCOL_VERSION, clientInfo, clientCapabilities };
  return unlessAborted(connection.request("initialize", params, { timeoutMs: limits.initializeMs }), signal);
}

const WRONG_PROGRAM = {
  label: "Check that this command speaks the Agent Client Protocol; many agents need a flag for it",
};

async function explain(
  error: unknown,
  ended: Promise<AgentEnd>,
  garbage: Garbage,
  { launch: { title }, process, limits, signal }: OpenRunOptions,
): Promise<unknown> {
  if (signal.aborted) return error;
  if (error instanceof RpcError) {
    const cause = hideInError(error, process);
    const message = `${title} did not start: ${cause.message} (${cause.code})`;
    return new ParleyError({ code: "agent_version", message, remedy: WRONG_PROGRAM, cause });
  }
  if (!(error instanceof ParleyError)) return error;
  const { code } = error;
  if (isLost(error)) {
    const { error: crash, summary } = await ended;
    const complaint = process.complaint();
    if (complaint !== undefined) return complaint;
    return garbage.text === "" ? crash : crashed(`${summary}${garbage.text}`, process.stderr());
  }
  if (code === "request_timeout") {
    const what = `${title} did not answer initialize within ${limits.initializeMs} ms${garbage.text}`;
    const tail = stderrTail(process.stderr());
    const message = tail === "" ? `${what}. No error output.` : `${what}. Error output:\n${tail}`;
    return new ParleyError({ code, message, remedy: WRONG_PROGRAM, cause: error });
  }
  if (code === "invalid_message" || code === "message_too_large") {
    const message = `${title} answered initialize with something that is not the Agent Client Protocol. ${error.message}`;
    return new ParleyError({ code, message, remedy: WRONG_PROGRAM, cause: error });
  }
  return error;
}

/** The first invalid line on stdout: usually a usage text. */
class Garbage {
  text = "";
  readonly #process: Pick<AgentProcess, "hide">;

  constructor(process: Pick<AgentProcess, "hide">) {
    this.#process = process;
  }

  note(problem: AgentProblem): void {
    if (this.text !== "" || problem.kind !== "malformed") return;
    const head = this.#process.hide(problem.input.head).slice(0, GARBAGE_CHARS_MAX).trim();
    this.text = `; it printed something that is not an ACP message: ${JSON.stringify(head)}`;
  }
}
