// The session that the chat shows, and its agent: opens, signs in, resumes and switches sessions.
import type { SessionInfo } from "@parley/home/session-log";
import { ParleyError } from "@parley/base";
import type { Agent, Session, SessionSetup } from "@parley/client";
import { agentOfSession, type AgentChoice } from "../client/choose-agent.ts";
import type { Client } from "../client/open-client.ts";
import type { CommandContext } from "../command.ts";
import { ChatSession, type ChatSessionEvents } from "./chat-session.ts";
import type { Scrollback } from "./scrollback.ts";

export interface OpenSessionsOptions {
  readonly context: CommandContext;
  readonly setup: SessionSetup;
  readonly scrollback: Scrollback;
  readonly viewEvents: ChatSessionEvents;
  readonly connect: (agent: AgentChoice) => Client;
  /** Called with the agent that gets the prompts from now on. */
  readonly onAgent: (agent: Agent) => void;
  /** False if the user cancels. */
  readonly signIn: (error: ParleyError) => Promise<boolean>;
  /** The session is ready for prompts: a new one, a resumed one, or a copy of the previous one. */
  readonly onOpen: (session: Session, from: SessionInfo | "new" | "copy") => void;
}

export class OpenSessions {
  readonly #options: OpenSessionsOptions;
  #client: Client;
  #view: ChatSession;

  constructor(client: Client, options: OpenSessionsOptions) {
    this.#options = options;
    this.#client = client;
    this.#view = this.#createView();
    options.onAgent(client.agent);
  }

  get client(): Client {
    return this.#client;
  }

  get view(): ChatSession {
    return this.#view;
  }

  async begin(): Promise<void> {
    const { name, ...setup } = this.#options.setup;
    const view = this.#createView();
    // The name belongs to the first session; sessions that are opened later do not get it.
    const first = this.#view.session === undefined && name !== undefined ? { name } : {};
    const session = await this.#open(() =>
      this.#client.agent.newSession({ ...setup, ...first, onEvents: view.onEvents }),
    );
    await this.#show(view, session, "new");
  }

  /** Resumes a session with its own agent, which may differ from the current one. */
  async resume(info: SessionInfo): Promise<void> {
    const { context, setup } = this.#options;
    const before = this.#client;
    if (info.agent.name !== before.agent.name) this.#use(this.#options.connect(agentOfSession(context, info.agent)));
    const { cwd: _cwd, name: _name, ...rest } = setup;
    const view = this.#createView();
    try {
      const session = await this.#open(() =>
        this.#client.agent.resumeSession(info.id, { ...rest, onEvents: view.onEvents }),
      );
      await this.#show(view, session, info);
    } catch (error) {
      const failed = this.#client;
      if (failed === before) throw error;
      this.#use(before);
      await failed.close();
      throw error;
    }
    if (this.#client !== before) await before.close();
  }

  moveTo(session: Session): void {
    void this.#show(this.#createView(), session, "copy");
  }

  async close(): Promise<void> {
    this.#view.unbind();
    await this.#client.close();
  }

  #use(client: Client): void {
    this.#client = client;
    this.#options.onAgent(client.agent);
  }

  #createView(): ChatSession {
    return new ChatSession(this.#options.scrollback, this.#options.viewEvents);
  }

  /** Asks the user to sign in as often as the agent requires it. */
  async #open(open: () => Promise<Session>): Promise<Session> {
    for (;;) {
      try {
        return await open();
      } catch (error) {
        if (!(error instanceof ParleyError) || error.code !== "sign_in_needed") throw error;
        if (!(await this.#options.signIn(error))) throw error;
      }
    }
  }

  async #show(view: ChatSession, session: Session, from: SessionInfo | "new" | "copy"): Promise<void> {
    const before = this.#view;
    view.bind(session, from !== "copy");
    this.#view = view;
    before.unbind();
    this.#options.onOpen(session, from);
    // The original of a copied session stays open; any other previous session is closed.
    if (from !== "copy") await before.session?.close();
  }
}
