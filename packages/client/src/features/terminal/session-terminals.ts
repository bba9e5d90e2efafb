// The terminals of one session: approved by policy, inside its folders, limited in number, and ended with the session.
import {
  leavesSandbox,
  RESOURCE_NOT_FOUND,
  type CreateTerminalRequest,
  type EventActor,
  type ToolCallUpdate,
} from "@parley/acp";
import { ParleyError } from "@parley/base";
import {
  createTerminal,
  isShellLine,
  toLookingEnvironment,
  type Terminal,
  type TerminalOptions,
} from "@parley/machine";
import type { OpenSandbox } from "@parley/machine/sandbox";
import type { Subject } from "@parley/home/judge";
import type { Decision } from "@parley/policy";
import { RpcError } from "@parley/rpc";
import type { Run } from "../gate/coverage.ts";
import type { Gate } from "../gate/gate.ts";
import { PTY_COLS, PTY_ROWS, type FeatureLimits } from "../../limits.ts";
import { isBelow } from "../paths.ts";
import { toCommandLine } from "./command-line.ts";
import { describeCommand, toDecidedEnvironment, toEnvironment } from "./describe-command.ts";
import { LiveTerminal } from "./live-terminal.ts";
import type { TerminalSandboxOptions } from "./terminal-sandbox.ts";
import { TerminalReport } from "./terminal-report.ts";

export interface PersonsCommands {
  /** Rejects with `policy_denied` if a rule denies it. Settles when it runs; the log shows it as a tool call. */
  run(line: string, actor: EventActor | undefined, signal: AbortSignal): Promise<PersonsTerminal>;
}

export interface TerminalsOptions {
  /** Use a pseudo-terminal instead of pipes. */
  readonly pty?: boolean | undefined;
  /** A command runs for a session; `release` is called when the terminal is gone. */
  readonly onStarted?: ((sessionId: string, terminal: LiveTerminal) => { readonly release: () => void }) | undefined;
  /** The user may run commands in the session from now on; `release` is called when it is closed. */
  readonly onOpened?: ((sessionId: string, commands: PersonsCommands) => { readonly release: () => void }) | undefined;
  /** Default: no sandbox. */
  readonly sandbox?: TerminalSandboxOptions | undefined;
}

export interface PersonsTerminal {
  readonly terminalId: string;
  readonly ended: Promise<PersonsTerminalEnd>;
}

export interface PersonsTerminalEnd {
  readonly exit: { readonly exitCode?: number | null | undefined; readonly signal?: string | null | undefined };
  /** Plain text. */
  readonly output: string;
}

export interface PersonsRunOptions {
  readonly signal: AbortSignal;
  /** Gives the tool call of a question the id of the call that the log will have. */
  readonly identify: (call: ToolCallUpdate) => ToolCallUpdate;
}

/** Decides about the command, and rejects if it must not run. */
type Pass = (subject: Subject<"execute">, describe: () => ToolCallUpdate, leavesSandbox: boolean) => Promise<Decision>;

interface Started {
  readonly line: string;
  readonly folder: string;
  /** The user, not the agent. */
  readonly ranBy: EventActor | undefined;
}

interface Entry {
  readonly terminal: Terminal;
  readonly reported: Promise<void>;
  /** The turn in which it was started. */
  readonly turnSignal: AbortSignal | undefined;
  /** Notifies surfaces that show it that it is gone. */
  readonly onReleased: () => void;
}

/** A pager would wait for the user. */
const NO_PAGER = { PAGER: "cat", GIT_PAGER: "cat", MANPAGER: "cat" } as const;
const PTY_SIZE = { cols: PTY_COLS, rows: PTY_ROWS } as const;

export class SessionTerminals {
  readonly #gate: Gate;
  readonly #limits: FeatureLimits;
  readonly #options: TerminalsOptions;
  readonly #byId = new Map<string, Entry>();
  #starting = 0;
  #sandbox: Promise<OpenSandbox> | undefined;
  #isClosed = false;

  constructor(gate: Gate, limits: FeatureLimits, options: TerminalsOptions) {
    this.#gate = gate;
    this.#limits = limits;
    this.#options = options;
  }

  create(request: CreateTerminalRequest, signal: AbortSignal): Promise<string> {
    return this.#inRoom(() =>
      this.#create(request, (subject, describe, leaves) =>
        this.#gate.pass(subject, describe, signal, { leavesSandbox: leaves }),
      ),
    );
  }

  /** Runs a command line of the user in the session's folder. The terminal stays until the session is closed. */
  async runForPerson(
    line: string,
    actor: EventActor | undefined,
    { signal, identify }: PersonsRunOptions,
  ): Promise<PersonsTerminal> {
    const request = { sessionId: this.#gate.scope.agentSessionId, command: line };
    const pass: Pass = (subject, describe) => this.#gate.passForPerson(subject, () => identify(describe()), signal);
    const terminalId = await this.#inRoom(() => this.#create(request, pass, actor));
    const entry = this.#byId.get(terminalId);
    const terminal = this.get(terminalId);
    const ended = async (): Promise<PersonsTerminalEnd> => {
      const exit = await terminal.waitForExit();
      await entry?.reported;
      return { exit, output: terminal.plainOutput().output };
    };
    return { terminalId, ended: ended() };
  }

  async #inRoom(create: () => Promise<string>): Promise<string> {
    this.#starting += 1;
    try {
      await this.#makeRoom();
      return await create();
    } finally {
      this.#starting -= 1;
    }
  }

  async #create(request: CreateTerminalRequest, pass: Pass, ranBy?: EventActor): Promise<string> {
    const { command, args = [], env = [], cwd, outputByteLimit } = request;
    const leaves = this.#options.sandbox !== undefined && leavesSandbox(request);
    const folder = await this.#findFolder(cwd);
    const environment = toEnvironment(env);
    const line = toCommandLine(command, args);
    const isLine = isShellLine({ command, args, cwd: folder });
    const machine = await this.#gate.judge.facts();
    const options = { cwd: folder, environment: toDecidedEnvironment(environment) };
    const facts = await machine.commandFacts({ command, args }, options);
    const subject = { request: { kind: "execute", command: line }, facts } as const;
    const describe = (): ToolCallUpdate => describeCommand(line, folder, environment, leaves);
    const decision = await pass(subject, describe, leaves);
    // A file that appeared or disappeared meanwhile could turn a command line into a program, or the other way round.
    if (isShellLine({ command, args, cwd: folder }) !== isLine) {
      throw new ParleyError({
        code: "policy_denied",
        message: `${line} has a different effect now than when you approved it`,
      });
    }
    const { log } = this.#gate.options;
    const limit = outputByteLimit ?? undefined;
    const own = isMerelyLooking(decision) ? toLookingEnvironment(machine.ground.roots) : {};
    const pty = this.#options.pty === true ? PTY_SIZE : undefined;
    const sandbox = leaves ? undefined : await this.#openSandbox();
    const variables = { ...(pty !== undefined && NO_PAGER), ...environment, ...own };
    const start = { command, args, cwd: folder, env: variables, outputByteLimit: limit, pty, sandbox, log };
    return this.#start(start, line, ranBy);
  }

  /** One for the session, loaded when the first command runs in it. */
  #openSandbox(): Promise<OpenSandbox> | undefined {
    const { sandbox } = this.#options;
    if (sandbox === undefined) return undefined;
    this.#sandbox ??= import("./terminal-sandbox.ts").then((module) => module.openTerminalSandbox(this.#gate, sandbox));
    return this.#sandbox;
  }

  async #start(options: TerminalOptions, line: string, ranBy: EventActor | undefined): Promise<string> {
    const { coverage } = this.#gate;
    // Starts before the process does, because the process may be faster than its notification.
    const run = coverage.startRun(true);
    try {
      const terminal = await createTerminal(options);
      if (!this.#isClosed) return this.#watch(terminal, run, { line, folder: options.cwd, ranBy });
      // The session was closed while the program was being started.
      await terminal.release();
      throw closed();
    } catch (error) {
      coverage.endRun(run);
      throw error;
    }
  }

  #watch(terminal: Terminal, run: Run, { line, folder, ranBy }: Started): string {
    const { scope, coverage, options } = this.#gate;
    const { log } = options;
    const { terminalLogBytesMax: bytesMax, terminalReportMs: everyMs } = this.#limits;
    const report = new TerminalReport(scope, terminal, { bytesMax, everyMs });
    report.start(line, folder, ranBy);
    const live = new LiveTerminal(scope, terminal, { command: line, cwd: folder, size: PTY_SIZE });
    const started = this.#options.onStarted?.(scope.id, live);
    const finish = async (): Promise<void> => {
      const exit = await live.exited;
      coverage.endRun(run);
      live.finish();
      report.end(exit);
    };
    const failed = (cause: unknown): void => log.write("error", "Could not record the end of a terminal", { cause });
    const reported = finish().catch(failed);
    const onReleased = (): void => started?.release();
    this.#byId.set(terminal.id, { terminal, reported, turnSignal: scope.turnSignal, onReleased });
    return terminal.id;
  }

  get(terminalId: string): Terminal {
    const entry = this.#byId.get(terminalId);
    if (entry !== undefined) return entry.terminal;
    const message = `Resource not found: terminal ${JSON.stringify(terminalId)} does not exist in this session or was released`;
    throw new RpcError(RESOURCE_NOT_FOUND, message, { terminalId });
  }

  async release(terminalId: string): Promise<void> {
    const entry = this.#byId.get(terminalId);
    const terminal = this.get(terminalId);
    this.#byId.delete(terminalId);
    entry?.onReleased();
    await terminal.release();
    await entry?.reported;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.releaseAll();
    await (await this.#sandbox)?.[Symbol.asyncDispose]();
  }

  /** Some agents end a cancelled turn and leave its commands running. Their output can be read until the terminal is released. */
  endCancelled(): void {
    const { log } = this.#gate.options;
    const failed = (cause: unknown): void => log.write("error", "Could not end a cancelled command", { cause });
    for (const { terminal, turnSignal } of this.#byId.values()) {
      if (turnSignal?.aborted === true && terminal.output().exitStatus === undefined) terminal.kill().catch(failed);
    }
  }

  /** The process that knew their ids is gone. */
  async releaseAll(): Promise<void> {
    await Promise.all([...this.#byId.keys()].map((id) => this.release(id)));
  }

  /** Absolute and without links, so that it is the folder that was checked. */
  async #findFolder(cwd: string | null | undefined): Promise<string> {
    const facts = await this.#gate.judge.facts();
    const { ground } = facts;
    if (cwd === undefined || cwd === null || cwd === "") return ground.workspace;
    const { real } = await facts.pathFacts(cwd, { means: "target" });
    if (ground.roots.some((root) => isBelow(root, real))) return real;
    const message = `The folder ${JSON.stringify(cwd)} is outside this session's folders`;
    throw new ParleyError({ code: "file_outside", message });
  }

  /** Drops the oldest finished terminal if the agent does not release them; running ones must be ended by the agent. */
  async #makeRoom(): Promise<void> {
    if (this.#isClosed) throw closed();
    const { terminalsMax } = this.#limits;
    if (this.#byId.size + this.#starting <= terminalsMax) return;
    for (const [id, { terminal }] of this.#byId) {
      if (terminal.output().exitStatus !== undefined) return this.release(id);
    }
    const message = `This session already has ${terminalsMax} running terminals; release one first`;
    throw new ParleyError({ code: "usage", message });
  }
}

/** Only the level allows it without a question: at `auto` such a command is read-only. */
function isMerelyLooking({ rule }: Decision): boolean {
  return rule.source === "level" && rule.id === "auto";
}

function closed(): ParleyError {
  return new ParleyError({ code: "terminal_gone", message: "The session is closed" });
}
