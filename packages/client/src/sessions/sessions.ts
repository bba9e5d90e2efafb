// The open sessions of one agent: creates, resumes and forks them, and attaches them to each new process.
import type { NewSession, SessionAgent, SessionLog } from "@parley/home/session-log";
import type { SessionInfo as AgentSessionInfo } from "@parley/acp";
import { createTranscript, type Transcript } from "@parley/acp/transcript";
import { createId, ParleyError } from "@parley/base";
import type { AgentRun } from "../connection/agent-run.ts";
import type { AgentEnd } from "../process/agent-end.ts";
import type { SessionSetup } from "./session-setup.ts";
import { AgentSession } from "./agent-session.ts";
import { listSessions } from "./list-sessions.ts";
import { requestSession, type MadeSession } from "./request-session.ts";
import type { ForkedSession, SessionHost } from "./session-host.ts";
import type { Session } from "./session.ts";
import { checkFolders, checkShown, toSetupParams } from "./setup-params.ts";
import type { TurnEnding } from "./turn.ts";

export type SessionsOptions = Omit<SessionHost, "fork" | "onClosed">;

/** `ready` resolves with the running agent. */
export class Sessions {
  readonly #host: SessionHost;
  readonly #open = new Set<AgentSession>();
  readonly #opening = new Map<string, Promise<Session>>();
  #isClosed = false;

  constructor(options: SessionsOptions) {
    this.#host = {
      ...options,
      fork: (session) => this.#fork(session),
      onClosed: (session) => void this.#open.delete(session as AgentSession),
    };
  }

  async create(setup: SessionSetup, ready: Promise<AgentRun>): Promise<Session> {
    checkFolders(setup);
    const run = await ready;
    this.#checkSandbox(setup, run);
    const { params, leftOut } = toSetupParams(setup, (capability) => run.supports(capability));
    const made = await requestSession(run, "session/new", params, this.#host.limits.openSessionMs);
    return this.#begin(run, made, setup, leftOut, {});
  }

  resume(id: string, setup: Omit<SessionSetup, "cwd">, ready: Promise<AgentRun>): Promise<Session> {
    return this.#once(
      id,
      (session) => session.id === id,
      () => this.#resume(id, setup, ready),
    );
  }

  import(agentSessionId: string, setup: SessionSetup, ready: Promise<AgentRun>): Promise<Session> {
    return this.#once(
      agentSessionId,
      (session) => session.agentSessionId === agentSessionId,
      () => this.#import(agentSessionId, setup, ready),
    );
  }

  async #resume(id: string, setup: Omit<SessionSetup, "cwd">, ready: Promise<AgentRun>): Promise<Session> {
    const { log, info } = await this.#host.store.open(id);
    const { agentSessionId, cwd } = info;
    const whole: SessionSetup = { ...setup, cwd };
    const transcript = createTranscript(this.#host.limits.transcript);
    let run: AgentRun;
    let session: AgentSession;
    try {
      [run] = await Promise.all([ready, this.#readInto(transcript, id)]);
      this.#checkSandbox(whole, run);
      session = await this.#add({ log, transcript, agentSessionId, setup: whole });
    } catch (error) {
      await log.close();
      throw error;
    }
    return this.#start(session, whole, () => session.attach(run));
  }

  async #import(agentSessionId: string, setup: SessionSetup, ready: Promise<AgentRun>): Promise<Session> {
    checkFolders(setup);
    const ours = await this.#host.store.list({ agent: this.#host.agentName });
    const known = ours.find((info) => info.agentSessionId === agentSessionId);
    if (known !== undefined) return this.resume(known.id, setup, ready);
    const run = await ready;
    this.#checkSandbox(setup, run);
    const method = ["loadSession", "sessionCapabilities.resume"].findIndex((capability) => run.supports(capability));
    if (method === -1) {
      const message = `${run.launch.title} does not support resuming sessions`;
      throw new ParleyError({ code: "capability_missing", message });
    }
    const log = await this.#createLog(run, { id: setup.id, name: setup.name, agentSessionId, cwd: setup.cwd });
    const session = await this.#addNew({
      log,
      transcript: createTranscript(this.#host.limits.transcript),
      agentSessionId,
      setup,
    });
    return this.#startOrForget(session, setup, () =>
      session.attachment.import(run, method === 0 ? "session/load" : "session/resume"),
    );
  }

  async list(cwd: string | undefined, ready: Promise<AgentRun>): Promise<readonly AgentSessionInfo[] | undefined> {
    return listSessions(await ready, cwd, this.#host);
  }

  /** Attaches every session to the new process; each one records its own result. */
  async attachAll(run: AgentRun): Promise<void> {
    const left = [...this.#open];
    const work = async (): Promise<void> => {
      for (let session = left.shift(); session !== undefined; session = left.shift()) await attach(session, run);
    };
    await Promise.all(Array.from({ length: this.#host.limits.reviveParallelMax }, work));
  }

  agentEnded(end: AgentEnd | undefined, ending: TurnEnding): void {
    for (const session of this.#open) session.agentEnded(end, ending);
  }

  /** Records a note in every session. */
  noteAll(text: string): void {
    for (const session of this.#open) session.record({ type: "note", level: "warning", text });
  }

  async closeAll(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#open].map((session) => session.leave()));
  }

  /** The sandbox was created with the process: no session of that process can use a folder outside it. */
  #checkSandbox(setup: SessionSetup, { launch }: AgentRun): void {
    const { sandbox } = this.#host;
    if (sandbox !== undefined && launch.sandboxesItself !== true) checkShown(setup, sandbox.roots);
  }

  /** A session is opened once, however many callers request it. */
  #once(key: string, fits: (session: AgentSession) => boolean, open: () => Promise<Session>): Promise<Session> {
    const opening = this.#opening.get(key);
    if (opening !== undefined) return opening;
    for (const session of this.#open) if (fits(session) && !session.isClosed) return Promise.resolve(session);
    const opened = open().finally(() => this.#opening.delete(key));
    this.#opening.set(key, opened);
    return opened;
  }

  async #fork(parent: ForkedSession): Promise<Session> {
    const { run, agentSessionId: sessionId } = await parent.attachment.ready();
    const { setup } = parent;
    const { params, leftOut } = toSetupParams(setup, (capability) => run.supports(capability));
    const made = await requestSession(run, "session/fork", { sessionId, ...params }, this.#host.limits.openSessionMs);
    const { id: _id, name: _name, modeId: _mode, modelId: _model, config: _config, ...same } = setup;
    return this.#begin(run, made, same, leftOut, { forkedFrom: parent.id });
  }

  /** Loaded when a session is forked, to keep starting fast. */
  async #copyLog(from: string, to: SessionLog, transcript: Transcript): Promise<void> {
    const { copyLog } = await import("@parley/home/session-log");
    await copyLog(this.#host.store, from, to, (event) => void transcript.apply(event));
  }

  async #begin(
    run: AgentRun,
    { mailbox, state }: MadeSession,
    setup: SessionSetup,
    leftOut: readonly string[],
    { forkedFrom }: { readonly forkedFrom?: string },
  ): Promise<Session> {
    const agentSessionId = mailbox.sessionId;
    const transcript = createTranscript(this.#host.limits.transcript);
    let session: AgentSession;
    try {
      const from = forkedFrom === undefined ? {} : { forkedFrom };
      const log = await this.#createLog(run, {
        id: setup.id,
        name: setup.name,
        agentSessionId,
        cwd: setup.cwd,
        ...from,
      });
      if (forkedFrom !== undefined) await this.#copyLog(forkedFrom, log, transcript);
      session = await this.#addNew({ log, transcript, agentSessionId, setup });
    } catch (error) {
      mailbox.close();
      throw error;
    }
    return this.#startOrForget(session, setup, async () => {
      session.attachment.begin({ run, mailbox, agentSessionId, owed: undefined }, state, leftOut);
      if (run.isOver) throw (await run.ended).error;
    });
  }

  async #add(options: AddOptions): Promise<AgentSession> {
    const session = await AgentSession.open({ host: this.#host, ...options });
    this.#open.add(session);
    if (!this.#isClosed) return session;
    await session.leave();
    throw new ParleyError({ code: "connection_closed", message: "The agent was closed while the session was opened" });
  }

  /** If features cannot be opened, no log is left behind. */
  async #addNew(options: AddOptions): Promise<AgentSession> {
    try {
      return await this.#add(options);
    } catch (error) {
      await options.log.close();
      await this.#host.store.delete(options.log.sessionId);
      throw error;
    }
  }

  async #start(session: AgentSession, setup: ChoiceSetup, tie: () => Promise<unknown>): Promise<Session> {
    try {
      await tie();
      await choose(session, setup);
    } catch (error) {
      await session.leave();
      throw error;
    }
    return session;
  }

  /** A session that could not be opened is empty. */
  async #startOrForget(session: AgentSession, setup: ChoiceSetup, tie: () => Promise<unknown>): Promise<Session> {
    try {
      return await this.#start(session, setup, tie);
    } catch (error) {
      await this.#host.store.delete(session.id);
      throw error;
    }
  }

  #createLog(run: AgentRun, session: Omit<NewSession, "id" | "agent"> & Pick<SessionSetup, "id">): Promise<SessionLog> {
    const { title, command, args } = run.launch;
    const agent: SessionAgent = { name: this.#host.agentName, title, command, args };
    return this.#host.store.create({ ...session, id: session.id ?? createId(this.#host.clock), agent });
  }

  async #readInto(transcript: Transcript, id: string): Promise<void> {
    const { events } = await this.#host.store.read(id);
    for await (const event of events) transcript.apply(event);
  }
}

type AddOptions = Omit<Parameters<typeof AgentSession.open>[0], "host">;
type ChoiceSetup = Pick<SessionSetup, "modeId" | "modelId" | "config">;

/** The model first, because it may determine the other options; the mode last, so that nothing overrides it. */
async function choose(session: AgentSession, { modeId, modelId, config = {} }: ChoiceSetup): Promise<void> {
  if (modelId !== undefined) await session.setModel(modelId);
  for (const [id, value] of Object.entries(config)) await session.setConfigOption(id, value);
  if (modeId !== undefined) await session.setMode(modeId);
}

async function attach(session: AgentSession, run: AgentRun): Promise<void> {
  if (session.isClosed) return;
  try {
    await session.attach(run);
  } catch (cause) {
    if (run.isOver) return; // The end of the process is reported separately.
    // It is attempted again when the session is next used.
    const why = cause instanceof Error ? cause.message : String(cause);
    session.record({ type: "note", level: "warning", text: `Could not resume the session: ${why}` });
  }
}
