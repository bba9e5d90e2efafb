// The terminals of sessions, as every surface sees them: those that run for an agent, and those of the log.
import { ParleyError, type Log } from "@parley/base";
import type { EventActor } from "@parley/acp";
import type { LiveTerminal, PersonsCommands } from "@parley/client/features";
import { keepEnd, type PtySize } from "@parley/machine";
import type {
  HubTerminal,
  ShownTerminal,
  TerminalExit,
  TerminalFollower,
  TerminalFollowing,
  Terminals,
} from "../api/terminals.ts";
import type { HubStore } from "../api/store.ts";
import type { LiveSession } from "../live/live-session.ts";
import type { LiveSessions } from "../live/live-sessions.ts";
import { SHOWN_TERMINAL_BYTES_MAX, TERMINAL_FOLLOWERS_MAX } from "../limits.ts";
import { describeRun } from "./describe-run.ts";
import { TerminalIndexes } from "./terminal-index.ts";

export interface TerminalsOptions {
  readonly store: Pick<HubStore, "readEvents">;
  readonly live: LiveSessions;
  /** The session's agent is ready, and with it what serves its terminals. */
  readonly open: (session: LiveSession) => Promise<void>;
  /** The session's agent gets this with its next prompt. */
  readonly tell: (session: LiveSession, text: string) => Promise<void>;
  readonly log: Log;
}

/** One that its agent has not released yet. */
interface Entry {
  readonly terminal: LiveTerminal;
  readonly startedAtMs: number;
  readonly followers: Set<TerminalFollower>;
  exit: TerminalExit | undefined;
}

export class HubTerminals implements Terminals {
  readonly #options: TerminalsOptions;
  readonly #indexes: TerminalIndexes;
  readonly #bySession = new Map<string, Map<string, Entry>>();
  readonly #commands = new Map<string, PersonsCommands>();

  constructor(options: TerminalsOptions) {
    this.#options = options;
    this.#indexes = new TerminalIndexes(options.store);
  }

  started(sessionId: string, terminal: LiveTerminal): { readonly release: () => void } {
    const entries = this.#bySession.get(sessionId) ?? new Map<string, Entry>();
    this.#bySession.set(sessionId, entries);
    const entry: Entry = { terminal, startedAtMs: Date.now(), followers: new Set(), exit: undefined };
    entries.set(terminal.id, entry);
    const ended = (exit: TerminalExit | undefined): void => {
      entry.exit ??= exit;
      for (const follower of entry.followers) follower.ended(exit);
      entry.followers.clear();
    };
    void terminal.exited.then(ended, () => ended(undefined));
    return {
      release: () => {
        entries.delete(terminal.id);
        if (entries.size === 0 && this.#bySession.get(sessionId) === entries) this.#bySession.delete(sessionId);
      },
    };
  }

  opened(sessionId: string, commands: PersonsCommands): { readonly release: () => void } {
    this.#commands.set(sessionId, commands);
    return {
      release: () => {
        if (this.#commands.get(sessionId) === commands) this.#commands.delete(sessionId);
      },
    };
  }

  async run(sessionId: string, command: string, actor?: EventActor): Promise<ShownTerminal> {
    const { live, open, tell, log } = this.#options;
    const session = await live.get(sessionId);
    await open(session);
    const commands = this.#commands.get(sessionId);
    if (commands === undefined) {
      const message = "The agent of this session runs on another server, so that no command can be run for it here";
      throw new ParleyError({ code: "capability_missing", message });
    }
    const { terminalId, ended } = await commands.run(command, actor, new AbortController().signal);
    ended
      .then((end) => tell(session, describeRun(command, end)))
      .catch((cause: unknown) => log.write("warn", "The agent was not told what a person ran", { sessionId, cause }));
    return this.get(sessionId, terminalId);
  }

  async list(sessionId: string): Promise<readonly HubTerminal[]> {
    await this.#options.live.get(sessionId);
    const logged = await this.#indexes.read(sessionId);
    const entries = this.#bySession.get(sessionId) ?? new Map<string, Entry>();
    const unlogged = [...entries.values()].filter(({ terminal }) => !logged.has(terminal.id));
    return [
      ...[...logged.values()].map((known) => toListed(known, entries.get(known.id))),
      ...unlogged.map(toTerminal),
    ];
  }

  async get(sessionId: string, terminalId: string): Promise<ShownTerminal> {
    await this.#options.live.get(sessionId);
    const entry = this.#find(sessionId, terminalId);
    return entry === undefined ? this.#read(sessionId, terminalId) : toShown(entry);
  }

  async follow(sessionId: string, terminalId: string, follower: TerminalFollower): Promise<TerminalFollowing> {
    await this.#options.live.get(sessionId);
    const entry = this.#find(sessionId, terminalId);
    if (entry === undefined || entry.exit !== undefined) {
      const shown = entry === undefined ? await this.#read(sessionId, terminalId) : toShown(entry);
      queueMicrotask(() => follower.ended(shown.exit));
      return { shown, stop: () => undefined };
    }
    if (entry.followers.size >= TERMINAL_FOLLOWERS_MAX) {
      const message = `The limit of ${TERMINAL_FOLLOWERS_MAX} followers of one terminal is reached (TERMINAL_FOLLOWERS_MAX)`;
      throw new ParleyError({ code: "limit_reached", message });
    }
    // In one tick, so that no output is missed or repeated.
    const shown = toShown(entry);
    const silence = entry.terminal.onOutput((text) => follower.output(text));
    const own: TerminalFollower = { output: () => undefined, ended: (exit) => follower.ended(exit) };
    entry.followers.add(own);
    return {
      shown,
      stop: () => {
        silence();
        entry.followers.delete(own);
      },
    };
  }

  async write(sessionId: string, terminalId: string, data: string, actor?: EventActor): Promise<void> {
    const { terminal } = await this.#running(sessionId, terminalId);
    checkPty(terminal);
    terminal.write(data, actor);
  }

  async resize(sessionId: string, terminalId: string, size: PtySize): Promise<void> {
    const { terminal } = await this.#running(sessionId, terminalId);
    checkPty(terminal);
    terminal.resize(size);
  }

  async kill(sessionId: string, terminalId: string, actor?: EventActor): Promise<void> {
    const { terminal } = await this.#running(sessionId, terminalId);
    await terminal.kill(actor);
  }

  #find(sessionId: string, terminalId: string): Entry | undefined {
    return this.#bySession.get(sessionId)?.get(terminalId);
  }

  async #running(sessionId: string, terminalId: string): Promise<Entry> {
    await this.#options.live.get(sessionId);
    const entry = this.#find(sessionId, terminalId);
    if (entry !== undefined && entry.exit === undefined) return entry;
    if (entry === undefined && !(await this.#indexes.read(sessionId)).has(terminalId)) throw notFound(terminalId);
    throw new ParleyError({ code: "terminal_gone", message: `The command in terminal ${terminalId} has ended` });
  }

  /** From the log. */
  async #read(sessionId: string, terminalId: string): Promise<ShownTerminal> {
    const known = (await this.#indexes.read(sessionId)).get(terminalId);
    if (known === undefined) throw notFound(terminalId);
    const output = (await this.#indexes.output(sessionId, known)).replaceAll(/\r?\n/g, "\r\n");
    return { ...toListed(known, undefined), ...keepEnd({ output, truncated: false }, SHOWN_TERMINAL_BYTES_MAX) };
  }
}

function toListed({ id, command, cwd, startedAtMs, exit }: HubTerminal, entry: Entry | undefined): HubTerminal {
  if (entry !== undefined) return toTerminal(entry);
  return { id, command, cwd, startedAtMs, isRunning: false, isPty: false, ...(exit && { exit }) };
}

function toTerminal({ terminal, startedAtMs, exit }: Entry): HubTerminal {
  const { id, command, cwd, kind, size } = terminal;
  const isRunning = exit === undefined;
  return {
    id,
    command,
    cwd,
    startedAtMs,
    isRunning,
    isPty: kind === "pty",
    ...(size && { size }),
    ...(exit && { exit }),
  };
}

function toShown(entry: Entry): ShownTerminal {
  return { ...toTerminal(entry), ...keepEnd(entry.terminal.screen(), SHOWN_TERMINAL_BYTES_MAX) };
}

function checkPty({ kind, id }: LiveTerminal): void {
  if (kind === "pty") return;
  throw badInput(`/terminal: ${id} runs without a pseudo-terminal, so that it accepts no input and has no size`);
}

function badInput(message: string): ParleyError {
  return new ParleyError({ code: "bad_input", message });
}

function notFound(terminalId: string): ParleyError {
  const message = `Terminal ${JSON.stringify(terminalId)} not found in this session`;
  const remedy = { label: "List the terminals of the session: parley sessions terminals ID" };
  return new ParleyError({ code: "terminal_not_found", message, remedy });
}
