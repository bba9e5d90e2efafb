// An agent as a child process: its pipes as a transport, its last words kept, its end noticed at once.
import { ParleyError } from "@parley/base";
import { createNdjsonTransport, type Transport } from "@parley/rpc";
import { spawn, type ChildProcessByStdio } from "node:child_process";
import type { Readable, Writable } from "node:stream";

const STDERR_CHARS_MAX = 8 * 1024;
const TERM_GRACE_MS = 5_000;

export interface AgentCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

export interface AgentProcess {
  readonly transport: Transport;
  /** Settles when the process is gone, with the error to show if nobody asked for it. */
  readonly ended: Promise<ParleyError>;
  /** Ends the process: SIGTERM, then SIGKILL. */
  stop(): Promise<void>;
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** Resolves when the program runs; rejects with what to do about it when it cannot. */
export async function startAgent(agent: AgentCommand): Promise<AgentProcess> {
  const child = spawn(agent.command, [...agent.args], { cwd: agent.cwd, stdio: ["pipe", "pipe", "pipe"] });
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", (cause: NodeJS.ErrnoException) => reject(describeSpawnError(agent, cause)));
  });
  const lastWords = keepLastWords(child);
  const ended = new Promise<ParleyError>((resolve) => {
    child.once("close", (code, signal) => resolve(describeEnd(agent, code, signal, lastWords())));
  });
  return {
    transport: createNdjsonTransport(child.stdout, child.stdin),
    ended,
    stop: () => stop(child, ended),
  };
}

async function stop(child: Child, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), TERM_GRACE_MS);
  await ended;
  clearTimeout(timer);
}

/** Agents log to stderr; only the end of it is worth showing, and only when they die. */
function keepLastWords(child: Child): () => string {
  let text = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    text = (text + chunk).slice(-STDERR_CHARS_MAX);
  });
  return () => text.trim();
}

function describeSpawnError({ command }: AgentCommand, cause: NodeJS.ErrnoException): ParleyError {
  if (cause.code === "ENOENT") {
    const remedy = { label: "Install it, or give the whole path to it" };
    return new ParleyError({ code: "agent_not_found", message: `There is no program "${command}"`, remedy, cause });
  }
  const message = `"${command}" could not be started: ${cause.message}`;
  return new ParleyError({ code: "agent_spawn_failed", message, cause });
}

function describeEnd(
  { command }: AgentCommand,
  code: number | null,
  signal: NodeJS.Signals | null,
  lastWords: string,
): ParleyError {
  const how = signal === null ? `exit code ${code}` : `signal ${signal}`;
  const words = lastWords === "" ? "It wrote nothing to stderr." : `Its last words on stderr:\n${lastWords}`;
  return new ParleyError({ code: "agent_crashed", message: `The agent "${command}" ended (${how}). ${words}` });
}
