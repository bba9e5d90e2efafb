// The sessions of a hub, for a chat: one connection for all of them, and no agent in this process.
import type { PromptCapabilities } from "@parley/acp";
import { neutralLine, ParleyError } from "@parley/base";
import type { Ask, SignIn } from "@parley/client";
import type { SessionInfo, SessionStore } from "@parley/home/session-log";
import type { ConnectionState } from "@parley/remote";
import type { Conversation, ConversationSetup, ConversationTarget } from "../conversation/conversation.ts";
import { openConversation } from "../conversation/open-conversation.ts";
import { SignInNeeded } from "../conversation/sign-in-needed.ts";
import { DISCARD_SESSION_MS, SESSION_OPEN_MS } from "../limits.ts";
import { listSessions, findHubSession } from "../conversation/list-sessions.ts";
import type { HubAccess } from "../hub/connect-hub.ts";
import type { ChatAgent, ChatHost, ChatHostEvents, EventListener, OpenSession } from "./chat-host.ts";
import { ConnectionNotes } from "./connection-notes.ts";
import { QuestionFeed } from "./question-feed.ts";
import { readSignIns } from "./read-sign-ins.ts";

const START_LIMIT = { timeoutMs: SESSION_OPEN_MS };
const DISCARD_LIMIT = { timeoutMs: DISCARD_SESSION_MS };

export interface HubHostOptions {
  readonly setup: ConversationSetup;
  /** The agent of new sessions (default: the hub's). */
  readonly agent: string | undefined;
  /** The program after `--`, which is the agent. */
  readonly command: string | undefined;
  readonly ask: Ask;
}

export class HubHost implements ChatHost, ChatAgent {
  readonly #access: HubAccess;
  readonly #options: HubHostOptions;
  readonly sessions: Pick<SessionStore, "find" | "list">;
  #events: ChatHostEvents | undefined;
  #notes: ConnectionNotes | undefined;
  #current: { readonly conversation: Conversation; readonly questions: QuestionFeed } | undefined;
  /** The session whose agent requires a sign-in before it opens. */
  #waiting: { readonly id: string; readonly isNew: boolean } | undefined;
  /** The agent that is being started. */
  #opening: { readonly name: string; readonly startedAt: number } | undefined;

  constructor(access: HubAccess, options: HubHostOptions) {
    this.#access = access;
    this.#options = options;
    const { remote } = access;
    this.sessions = {
      list: (filter) => listSessions(remote, filter),
      find: (text) => findHubSession(remote, text),
    };
    this.#opening = { name: this.#newAgent, startedAt: Date.now() };
  }

  get agent(): ChatAgent {
    return this;
  }

  get connection(): ConnectionState | undefined {
    return this.#access.server === undefined ? undefined : this.#access.remote.state;
  }

  get requests(): ChatHost["requests"] {
    return this.#access.remote;
  }

  get isLocal(): boolean {
    return this.#access.server?.isLocal !== false;
  }

  listen(events: ChatHostEvents): void {
    this.#events = events;
    this.#notes = new ConnectionNotes(this.#access.remote, events);
  }

  begin(name: string | undefined, onEvents: EventListener): Promise<OpenSession> {
    const { agent, setup } = this.#options;
    const { name: _first, cwd, ...rest } = setup;
    const target =
      this.#waiting?.isNew === true
        ? { resume: this.#waiting.id, setup: rest }
        : { new: { ...rest, cwd, name, agent } };
    return this.#open(this.#newAgent, target, onEvents);
  }

  resume({ id, agent }: SessionInfo, onEvents: EventListener): Promise<OpenSession> {
    const { cwd: _cwd, name: _name, ...setup } = this.#options.setup;
    return this.#open(agent.name, { resume: id, setup }, onEvents);
  }

  /** A new session that was not opened would stay empty. */
  async cancelOpening(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting?.isNew !== true) return;
    await this.#access.remote.request("sessions/delete", { id: waiting.id }, DISCARD_LIMIT).catch(() => undefined);
  }

  async fork(session: OpenSession): Promise<OpenSession> {
    return this.#use(await (session as Conversation).fork());
  }

  leave(session: OpenSession): Promise<void> {
    (session as Conversation).close();
    return Promise.resolve();
  }

  async close(): Promise<void> {
    this.#notes?.close();
    this.#current?.questions.close();
    this.#current?.conversation.close();
    await this.cancelOpening();
  }

  get name(): string {
    return this.#current?.conversation.agent.name ?? this.#newAgent;
  }

  get title(): string {
    return neutralLine(this.#current?.conversation.agent.title ?? this.#newAgent);
  }

  get version(): string | undefined {
    return this.#current?.conversation.agent.version;
  }

  get promptCapabilities(): PromptCapabilities | undefined {
    return this.#current?.conversation.agent.promptCapabilities;
  }

  get details(): string {
    const { server } = this.#access;
    return server === undefined ? this.name : `${this.name}, on the server at ${server.url}`;
  }

  work(): { readonly text: string; readonly startedAt: number } | undefined {
    return this.#opening && { text: `Starting ${this.#opening.name}…`, startedAt: this.#opening.startedAt };
  }

  async signIns(): Promise<readonly SignIn[]> {
    return readSignIns(await this.#access.remote.request("sessions/signIns", { id: this.#agentOf() }, START_LIMIT));
  }

  async signIn(methodId: string, values?: Readonly<Record<string, string>>): Promise<void> {
    const params = { id: this.#agentOf(), method_id: methodId, ...(values && { values }) };
    await this.#access.remote.request("sessions/signIn", params, START_LIMIT);
  }

  async signOut(): Promise<void> {
    await this.#access.remote.request("sessions/signOut", { id: this.#agentOf() }, START_LIMIT);
  }

  async restart(): Promise<void> {
    await this.#access.remote.request("sessions/restartAgent", { id: this.#agentOf() }, START_LIMIT);
  }

  /** The session of the current agent: the one that waits for a sign-in, or the open one. */
  #agentOf(): string {
    const id = this.#waiting?.id ?? this.#current?.conversation.id;
    if (id !== undefined) return id;
    throw new ParleyError({ code: "capability_missing", message: "The agent is not ready yet" });
  }

  get #newAgent(): string {
    return this.#options.command ?? this.#options.agent ?? "parley";
  }

  async #open(agent: string, target: ConversationTarget, onEvents: EventListener): Promise<OpenSession> {
    this.#opening = { name: agent, startedAt: Date.now() };
    try {
      const conversation = await openConversation(this.#access.remote, target, { onEvents, signsIn: true });
      this.#waiting = undefined;
      return this.#use(conversation);
    } catch (error) {
      if (!(error instanceof SignInNeeded)) await this.cancelOpening();
      else if (this.#waiting?.id !== error.sessionId) this.#waiting = { id: error.sessionId, isNew: "new" in target };
      throw error;
    } finally {
      this.#opening = undefined;
      this.#events?.onChange();
    }
  }

  #use(conversation: Conversation): OpenSession {
    this.#current?.questions.close();
    const print: ChatHostEvents["print"] = (block) => this.#events?.print(block);
    const questions = new QuestionFeed(conversation, { ask: this.#options.ask, print });
    conversation.listen({
      onEvents: (batch) => {
        for (const { event } of batch)
          if (event.type === "config" && event.policy !== undefined)
            print({ type: "note", severity: "info", text: `Approval is now ${event.policy.level}.` });
      },
      onOffer: () => this.#events?.onChange(),
      onWaiting: () => this.#events?.onChange(),
      onReset: () => print({ type: "note", severity: "warning", text: "The session was restored from an older copy." }),
      onEnded: ({ reason }) =>
        print({
          type: "note",
          severity: "warning",
          text:
            reason === "failed"
              ? "The session can no longer be followed. /resume opens it again."
              : "The session was deleted elsewhere. /new starts another one.",
        }),
    });
    if (conversation.problem !== undefined) print({ type: "note", severity: "warning", text: conversation.problem });
    this.#current = { conversation, questions };
    return conversation;
  }
}
