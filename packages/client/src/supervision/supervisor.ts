// The states of an agent's process (stopped, starting, running, error) and the transitions between them.
//
// Only the code that starts the process is loaded before it; the rest is loaded while the agent boots.
import type { Implementation } from "@parley/acp";
import { ParleyError, type Clock, unlessAborted, type Timers } from "@parley/base";
import { OutputRing } from "@parley/machine/processes";
import { hideValues } from "@parley/policy";
import type { AgentLaunch, FindAgent } from "../agent-launch.ts";
import type { ObserveAgent } from "../connection/agent-observer.ts";
import type { AgentRun } from "../connection/agent-run.ts";
import type { Feature } from "../features/feature.ts";
import { SECRET_CHARS_MIN, type ClientLimits } from "../limits.ts";
import type { AgentSandbox } from "../sandbox/agent-sandbox.ts";
import { toAgentEnd, type AgentEnd } from "../process/agent-end.ts";
import { startAgentProcess, type AgentProcess, type LaunchSandbox } from "../process/agent-process.ts";
import type { AgentState } from "./agent.ts";
import { EndingProcesses } from "../process/ending-processes.ts";
import { Listeners } from "../listeners.ts";
import type { ReportProblem } from "../agent-problem.ts";
import { Restarts } from "./restarts.ts";
import { watchStopped } from "../process/watch-stopped.ts";

export interface SupervisorOptions {
  readonly name: string;
  readonly find: FindAgent;
  readonly features: readonly Feature[];
  readonly clientInfo: Implementation;
  readonly cwd: string;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly limits: ClientLimits;
  readonly report: ReportProblem;
  readonly observe?: ObserveAgent | undefined;
  /** Default: no sandbox. */
  readonly sandbox?: AgentSandbox | undefined;
  /** Called for each connection that its sandbox refused. */
  readonly onRefused: (why: string) => void;
  /** Added to the environment of the process, and removed from its error output. */
  readonly env: () => Readonly<Record<string, string>>;
  /** The process has been started; the code of sessions can load while it boots. */
  readonly onSpawned: () => Promise<unknown>;
  /** It has answered `initialize`. Never rejects. */
  readonly onRunning: (run: AgentRun) => Promise<void>;
  readonly onCrashed: (end: AgentEnd) => void;
}

interface Spawned {
  readonly launch: AgentLaunch;
  readonly process: AgentProcess;
}

/** One attempt to start it. */
interface Start {
  readonly abort: AbortController;
  /** Settles when the process has started or failed; never rejects. */
  readonly spawned: Promise<void>;
  readonly done: Promise<AgentRun>;
}

export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #restarts: Restarts;
  readonly #listeners: Listeners<AgentState>;
  readonly #stderr: OutputRing;
  readonly #stderrListeners: Listeners<string>;
  #state: AgentState = { state: "stopped" };
  #start: Start | undefined;
  #run: AgentRun | undefined;
  #replacing: Promise<AgentRun> | undefined;
  /** Cancels the planned start. */
  #takeBack: (() => void) | undefined;
  /** Restoring the sessions on the current process. */
  #settled: Promise<void> = Promise.resolve();
  readonly #endings: EndingProcesses;
  #isClosed = false;

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#restarts = new Restarts(options.timers, options.limits);
    this.#listeners = new Listeners(options.report);
    this.#stderrListeners = new Listeners(options.report);
    this.#endings = new EndingProcesses(options.report);
    this.#stderr = new OutputRing(options.limits.stderrBytesMax);
  }

  get state(): AgentState {
    return this.#state;
  }

  get stderr(): string {
    return this.#hide(this.#stderr.text());
  }

  onState(listener: (state: AgentState) => void): () => void {
    return this.#listeners.add(listener);
  }

  onStderr(listener: (text: string) => void): () => void {
    return this.#stderrListeners.add(listener);
  }

  /** Starts it unless it is running; a planned start happens at once. */
  started(attempt = 1): Promise<AgentRun> {
    if (this.#isClosed) return Promise.reject(this.#closed());
    if (this.#run !== undefined) return Promise.resolve(this.#run);
    return (this.#start ?? this.#begin(attempt)).done;
  }

  /** As `started`, but waits for a planned start: a waiting prompt does not shorten the delay. */
  async ready(): Promise<AgentRun> {
    for (;;) {
      if (this.#takeBack !== undefined) {
        await this.#nextState();
        if (this.#state.state === "stopped") throw this.#closed();
      }
      try {
        return await this.started();
      } catch (error) {
        if (this.#takeBack === undefined) throw error;
      }
    }
  }

  /** Resolves when the process that is being started has received its first message, or failed. */
  async spawned(): Promise<void> {
    await this.#start?.spawned;
  }

  /** Restarts it; resolves when its sessions are restored too. */
  replace(): Promise<AgentRun> {
    this.#replacing ??= this.#replace().finally(() => {
      this.#replacing = undefined;
    });
    return this.#replacing;
  }

  async #replace(): Promise<AgentRun> {
    if (this.#isClosed) throw this.#closed();
    await this.#leave();
    const run = await this.started();
    await this.#settled;
    return run;
  }

  /** A user starts it again: earlier crashes no longer count. */
  forgetCrashes(): void {
    this.#restarts.forget();
  }

  /** Ends the process for good. */
  async stop(): Promise<void> {
    await this.#leave();
    // It may have been started again in the meantime.
    if (this.#start === undefined && this.#run === undefined) this.#setState({ state: "stopped" });
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return this.stop();
  }

  #begin(attempt: number): Start {
    this.#takeBackPlan();
    const abort = new AbortController();
    this.#setState({ state: "starting", attempt });
    const told = createTold();
    const start: Start = { abort, spawned: told.promise, done: this.#finish(abort.signal, attempt, told.resolve) };
    this.#start = start;
    return start;
  }

  async #finish(signal: AbortSignal, attempt: number, isTold: () => void): Promise<AgentRun> {
    try {
      const run = await this.#open(await this.#spawn(signal), signal, isTold);
      this.#start = undefined;
      return this.#running(run);
    } catch (cause) {
      this.#start = undefined;
      const error = toStartError(cause);
      if (!signal.aborted) this.#failed(error, attempt > 1);
      throw error;
    } finally {
      isTold();
    }
  }

  async #spawn(signal: AbortSignal): Promise<Spawned> {
    const { find, limits, timers, cwd, env } = this.#options;
    // The previous process may still hold a session or a lock.
    await this.#endings.done;
    const launch = await unlessAborted(find(), signal);
    const onStderr = (chunk: Uint8Array): void => {
      this.#stderr.push(chunk);
      this.#stderrListeners.emit(this.#hide(Buffer.from(chunk).toString()));
    };
    const sandbox = await this.#openSandbox(launch);
    // Set in any case, so that the agent does not inherit this process's own value.
    const mode = this.#options.sandbox?.mode ?? "off";
    const variables = { ...env(), ...(launch.sandboxesItself === true && { PARLEY_SANDBOX: mode }) };
    const hide = (text: string): string => this.#hide(text);
    const process = await startAgentProcess(launch, { cwd, env: variables, limits, timers, onStderr, hide, sandbox });
    return { launch, process };
  }

  /** An agent may print the variables that it was given when it fails. */
  #hide(text: string): string {
    return hideValues(text, Object.values(this.#options.env()), SECRET_CHARS_MIN);
  }

  /** Loaded only when a sandbox is configured. */
  async #openSandbox(launch: AgentLaunch): Promise<LaunchSandbox | undefined> {
    const { sandbox, onRefused } = this.#options;
    if (sandbox === undefined || launch.sandboxesItself === true) return undefined;
    const { openLaunchSandbox } = await import("../sandbox/open-launch-sandbox.ts");
    return openLaunchSandbox(launch, sandbox, onRefused);
  }

  async #open({ launch, process }: Spawned, signal: AbortSignal, isTold: () => void): Promise<AgentRun> {
    try {
      const { openRun } = await import("../connection/open-run.ts");
      signal.throwIfAborted();
      const opening = openRun({ ...this.#options, launch, process, signal });
      // Once the message is sent the agent is busy; the rest of the code is loaded meanwhile.
      const loading = nextTurn().then(() => {
        isTold();
        return this.#options.onSpawned();
      });
      const [run] = await Promise.all([opening, loading]);
      return run;
    } catch (error) {
      this.#endings.add(Promise.all([process.end(), process.transport.close()]).then(([survivors]) => survivors));
      throw error;
    }
  }

  #running(run: AgentRun): AgentRun {
    const { pid, launch, info } = run;
    this.#run = run;
    const unwatch = this.#watchStopped(run);
    void run.ended.then((end) => this.#crashed(run, end)).finally(unwatch);
    this.#settled = this.#options.onRunning(run);
    this.#setState({ state: "running", pid, launch, info });
    return run;
  }

  /** A stopped process keeps its pipes open, so nothing else would end a request that waits for it. */
  #watchStopped(run: AgentRun): () => void {
    return watchStopped({
      ...this.#options,
      isStopped: () => run.isStopped(),
      isWaitedFor: () => run.connection.pending > 0,
      onStopped: (forMs) => {
        const seconds = Math.round(forMs / 1_000);
        const what = `${run.launch.title} was stopped by a signal and not continued for ${seconds} s, so Parley killed it`;
        this.#crashed(run, toAgentEnd(what, this.stderr));
      },
    });
  }

  #crashed(run: AgentRun, end: AgentEnd): void {
    if (this.#run !== run) return;
    this.#run = undefined;
    this.#options.onCrashed(end);
    this.#endings.add(run.end(end.error));
    this.#failed(end.error, true);
  }

  /** Restarting does not fix a wrong version or a missing sandbox. */
  #failed(error: ParleyError, isRetried: boolean): void {
    const { clock, timers } = this.#options;
    const delayMs = isRetried && !FINAL.has(error.code) ? this.#restarts.next() : undefined;
    const state = { state: "error", error, stderr: this.stderr } as const;
    if (delayMs === undefined) {
      this.#setState(state);
      return;
    }
    const attempt = this.#restarts.count + 1;
    this.#takeBack = timers.after(delayMs, () => void this.#startPlanned(attempt));
    this.#setState({ ...state, retryAtMs: clock.now() + delayMs });
  }

  async #startPlanned(attempt: number): Promise<void> {
    this.#takeBack = undefined;
    try {
      await this.started(attempt);
    } catch {
      // The error is in the state.
    }
  }

  async #leave(): Promise<void> {
    this.#takeBackPlan();
    const why = new ParleyError({ code: "connection_closed", message: `${this.#options.name} was stopped` });
    const start = this.#start;
    if (start !== undefined) {
      start.abort.abort(why);
      // The error is reported to the callers that wait for it.
      await start.done.catch(() => undefined);
    }
    const run = this.#run;
    this.#run = undefined;
    if (run !== undefined) this.#endings.add(run.end(why));
    await this.#endings.done;
  }

  #takeBackPlan(): void {
    this.#takeBack?.();
    this.#takeBack = undefined;
  }

  #nextState(): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.onState(() => {
        stop();
        resolve();
      });
    });
  }

  #setState(state: AgentState): void {
    this.#state = state;
    this.#listeners.emit(state);
  }

  #closed(): ParleyError {
    const message = `${this.#options.name} was ${this.#isClosed ? "closed" : "stopped"} here`;
    return new ParleyError({ code: "connection_closed", message });
  }
}

const FINAL: ReadonlySet<string> = new Set(["agent_version", "sandbox_unavailable"]);

interface Told {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
}

function createTold(): Told {
  let told: Told["resolve"] | undefined;
  const promise = new Promise<void>((resolve) => {
    told = resolve;
  });
  return { promise, resolve: () => told?.() };
}

/** Otherwise all resolved promises would run first, and load the code behind them. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function toStartError(cause: unknown): ParleyError {
  if (cause instanceof ParleyError) return cause;
  const message = `The agent could not be started: ${cause instanceof Error ? cause.message : String(cause)}`;
  return new ParleyError({ code: "agent_spawn_failed", message, cause });
}
