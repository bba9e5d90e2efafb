// Which process a session's agent runs in: sessions with the same specification share one.
import type { AgentSandbox } from "@parley/client";
import type { Variables } from "../api/given-launch.ts";
import type { SessionLaunch } from "../launches/session-launches.ts";

/** Modes of our own agent are one program. */
export const OWN = "parley";

/** What shares a process: a program in its folder, with its environment and its sandbox. */
export interface ProcessSpec {
  readonly key: string;
  /** What the limit of processes counts together. */
  readonly program: string;
  readonly name: string;
  /** A session brought the program: another one may have the same name. */
  readonly isBrought: boolean;
  /** Our own agent has sessions of all folders in one process. */
  readonly isOwn: boolean;
  readonly cwd: string;
  /** Added to the hub's own environment. */
  readonly env: Variables;
  readonly sandbox?: AgentSandbox | undefined;
}

export interface ProcessNeeds {
  /** Name of the entry. */
  readonly name: string;
  readonly isOwn: boolean;
  /** Counts how often its program became another one. */
  readonly version: number;
  readonly hubCwd: string;
  /** The folder of the session. */
  readonly cwd: string;
  readonly launch: SessionLaunch | undefined;
  readonly sandbox: AgentSandbox | undefined;
}

/** Other agents read the configuration of a project from the folder that they are started in. */
export function toProcessSpec({
  name,
  isOwn,
  version,
  hubCwd,
  cwd: folder,
  launch,
  sandbox,
}: ProcessNeeds): ProcessSpec {
  const cwd = isOwn ? hubCwd : folder;
  // Our own agent has a sandbox for each session; any other is in one with its folders.
  const roots = isOwn ? [] : (sandbox?.roots ?? []);
  const program = isOwn ? OWN : JSON.stringify([name, launch?.program?.command]);
  const key = JSON.stringify([program, version, isOwn ? "" : cwd, launch?.key ?? "", sandbox?.mode ?? "", ...roots]);
  const isBrought = launch?.program !== undefined;
  return { key, program, isBrought, name: isOwn ? OWN : name, isOwn, cwd, env: launch?.env ?? {}, sandbox };
}
