// The session that the chat shows: opens, signs in, resumes, copies and switches sessions.
import type { SessionInfo } from "@parley/home/session-log";
import { ParleyError } from "@parley/base";
import type { ChatHost, OpenSession } from "./chat-host.ts";
import { ChatSession, type ChatSessionEvents } from "./chat-session.ts";
import type { Scrollback } from "./scrollback.ts";

export interface OpenSessionsOptions {
  /** The user's name for the first session. */
  readonly name: string | undefined;
  readonly scrollback: Scrollback;
  readonly viewEvents: ChatSessionEvents;
  /** False if the user cancels. */
  readonly signIn: (error: ParleyError) => Promise<boolean>;
  /** The session is ready for prompts: a new one, a resumed one, or a copy of the previous one. */
  readonly onOpen: (session: OpenSession, from: SessionInfo | "new" | "copy") => void;
}

export class OpenSessions {
  readonly #host: ChatHost;
  readonly #options: OpenSessionsOptions;
  #view: ChatSession;

  constructor(host: ChatHost, options: OpenSessionsOptions) {
    this.#host = host;
    this.#options = options;
    this.#view = this.#createView();
  }

  get view(): ChatSession {
    return this.#view;
  }

  async begin(): Promise<void> {
    const view = this.#createView();
    // The name belongs to the first session; sessions that are opened later do not get it.
    const name = this.#view.session === undefined ? this.#options.name : undefined;
    const session = await this.#open(() => this.#host.begin(name, view.onEvents));
    await this.#show(view, session, "new");
  }

  async resume(info: SessionInfo): Promise<void> {
    const view = this.#createView();
    const session = await this.#open(() => this.#host.resume(info, view.onEvents));
    await this.#show(view, session, info);
  }

  /** Continues in a copy of the session. */
  async fork(): Promise<void> {
    const { session } = this.#view;
    if (session !== undefined) await this.#show(this.#createView(), await this.#host.fork(session), "copy");
  }

  close(): void {
    this.#view.unbind();
  }

  #createView(): ChatSession {
    return new ChatSession(this.#options.scrollback, this.#options.viewEvents);
  }

  /** Asks the user to sign in as often as the agent requires it. */
  async #open(open: () => Promise<OpenSession>): Promise<OpenSession> {
    for (;;) {
      try {
        return await open();
      } catch (error) {
        if (!(error instanceof ParleyError) || error.code !== "sign_in_needed") throw error;
        if (await this.#options.signIn(error)) continue;
        await this.#host.cancelOpening();
        throw error;
      }
    }
  }

  async #show(view: ChatSession, session: OpenSession, from: SessionInfo | "new" | "copy"): Promise<void> {
    const before = this.#view;
    view.bind(session, from !== "copy");
    this.#view = view;
    before.unbind();
    this.#options.onOpen(session, from);
    if (before.session !== undefined) await this.#host.leave(before.session);
  }
}
