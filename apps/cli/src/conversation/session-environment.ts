// What a session brings from this terminal for its agent: the keys that the agent knows, or the whole command after `--`.
//
// Only this home's own server gets it, with the owner's token; keys are never sent to another machine or user.
import { ParleyError, refuseVariable, VARIABLES_CHARS_MAX, VARIABLES_MAX } from "@parley/base";
import { resolve } from "node:path";
import type { BroughtLaunch } from "./conversation.ts";
import type { ServerAccess } from "../server/server-access.ts";

type Environment = Readonly<Record<string, string | undefined>>;
type Variables = Readonly<Record<string, string>>;

export interface TerminalLaunch {
  /** The hub's address; undefined if it is in this process, which has the terminal's environment itself. */
  readonly server: ServerAccess | undefined;
  readonly home: string;
  readonly cwd: string;
  /** The command after `--`. */
  readonly command?: readonly string[] | undefined;
  readonly env?: Environment | undefined;
}

/** For `bring` of a conversation. Rejects with `usage` if a command would have to run on another machine. */
export function bringFromTerminal(terminal: TerminalLaunch): (agent: string | undefined) => Promise<BroughtLaunch> {
  const { server, env = process.env } = terminal;
  return async (agent) => {
    if (terminal.command !== undefined) return { launch: await toLaunch(terminal, terminal.command, env) };
    if (server === undefined || !(await isOwn(server, terminal.home))) return {};
    const names = await knownVariables(agent);
    const variables = pick(env, (name) => names.some((pattern) => matches(name, pattern)));
    return Object.keys(variables).length === 0 ? {} : { env: variables };
  };
}

async function isOwn({ isLocal, token }: ServerAccess, home: string): Promise<boolean> {
  if (!isLocal) return false;
  const { readHomeToken } = await import("../server/find-server.ts");
  return (await readHomeToken(home).catch(() => undefined)) === token;
}

/** A command runs as it would in this terminal. */
async function toLaunch(
  { server, cwd }: TerminalLaunch,
  [program = "", ...args]: readonly string[],
  env: Environment,
): Promise<NonNullable<BroughtLaunch["launch"]>> {
  if (server !== undefined && !server.isLocal) {
    const message = `An agent command after -- runs on this machine, so it cannot be used with the server at ${server.url}`;
    const remedy = { label: "Remove --server, or name an agent with --agent" };
    throw new ParleyError({ code: "usage", message, remedy });
  }
  const command = await findCommand(program, cwd, env);
  // A hub in this process passes its own environment on.
  return server === undefined ? { command, args } : { command, args, env: pick(env, isOfPerson) };
}

/** The server may have another PATH. A program that is not found is reported when it is started. */
async function findCommand(program: string, cwd: string, env: Environment): Promise<string> {
  if (/[/\\]/.test(program)) return resolve(cwd, program);
  const { findProgram } = await import("@parley/machine/processes");
  return (await findProgram(program, cwd, env))?.path ?? program;
}

async function knownVariables(agent: string | undefined): Promise<readonly string[]> {
  if (agent === "script") return [];
  const { findAgentVariables } = await import("@parley/catalogue/known-agents");
  const known = agent === undefined ? undefined : findAgentVariables(agent);
  // The modes of our own agent have many names, and the user's own programs most likely read the same keys.
  return known ?? (await import("@parley/agent/variables")).MODEL_VARIABLES;
}

function matches(name: string, pattern: string): boolean {
  return pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

/** Variables about the terminal itself differ in each terminal, and would prevent sharing agents. */
const OF_TERMINAL =
  /^(?:_|PWD|OLDPWD|SHLVL|COLUMNS|LINES|COLORTERM|INIT_CWD|SSH_TTY|STY|TERM|TMUX|WINDOWID|XDG_SESSION_ID)$|^(?:npm_|TERM_|TMUX_)/;

function isOfPerson(name: string): boolean {
  return !OF_TERMINAL.test(name);
}

/** Limited to the maximum for a session. */
function pick(env: Environment, isWanted: (name: string) => boolean): Variables {
  const picked: [string, string][] = [];
  let chars = 0;
  for (const [name, value = ""] of Object.entries(env)) {
    if (value === "" || !isWanted(name) || refuseVariable(name) !== undefined) continue;
    chars += name.length + value.length;
    if (picked.length === VARIABLES_MAX || chars > VARIABLES_CHARS_MAX) break;
    picked.push([name, value]);
  }
  return Object.fromEntries(picked);
}
