// The sessions that one connection follows.
import type { ClientConnection } from "@parley/acp";
import { ParleyError, type Log } from "@parley/base";
import type { Hub, HubSession, JoinedEditor } from "@parley/hub";
import type { Caller } from "../../../http/dialect.ts";
import { ACP_SESSIONS_PER_CONNECTION_MAX } from "../../../limits.ts";
import type { Wire } from "../wire.ts";
import { Asker } from "./asker.ts";
import { Attachment } from "./attachment.ts";
import type { Questions } from "./questions.ts";

export interface AttachedSessionsOptions {
  readonly hub: Hub;
  readonly log: Log;
  readonly wire: Wire;
  readonly client: ClientConnection;
  readonly questions: Questions;
  readonly caller: Caller;
  /** The client as an editor, with or without file access. */
  readonly editor: JoinedEditor;
}

interface Entry {
  readonly attachment: Attachment;
  readonly asker: Asker;
}

export class AttachedSessions {
  readonly #options: AttachedSessionsOptions;
  readonly #entries = new Map<string, Entry>();
  #isClosed = false;
  /** The client announced that it reads the events of the log: it gets them instead of updates, and is not asked. */
  sendsEvents = false;

  constructor(options: AttachedSessionsOptions) {
    this.#options = options;
  }

  get editor(): JoinedEditor {
    return this.#options.editor;
  }

  /** A read-only caller never gets questions, because its answers would count. */
  get #isAsked(): boolean {
    return !this.sendsEvents && this.#options.caller.scopes.has("drive");
  }

  get(sessionId: string): Attachment | undefined {
    return this.#entries.get(sessionId)?.attachment;
  }

  /** Follows a session from after an event on; resolves when it does. An earlier subscription to the session ends. */
  async follow(sessionId: string, after: number, abandoned?: HubSession["abandoned"]): Promise<Attachment> {
    const { attachment } = this.#add(sessionId, after, abandoned);
    await this.#start(attachment);
    return attachment;
  }

  /** Like `follow`, but its first frame comes after the current answer. */
  followLater(sessionId: string, after: number): void {
    const { attachment } = this.#add(sessionId, after);
    setImmediate(() => {
      this.#start(attachment)
        .then(() => this.askOpen(sessionId))
        .catch((cause: unknown) => {
          this.#options.log.write("error", "A session could not be followed", { sessionId, cause });
          // It may have been deleted after the answer to the follow request.
          const isGone = cause instanceof ParleyError && cause.code === "session_not_found";
          this.#reportEnd(sessionId, isGone ? "deleted" : "failed");
        });
    });
  }

  /** The connection prompts a session that it has not opened, and follows it from then on. */
  async ensure(sessionId: string): Promise<Attachment> {
    const known = this.get(sessionId);
    if (known !== undefined) return known;
    const { lastSeq } = await this.#options.hub.sessions.get(sessionId);
    const attachment = this.get(sessionId) ?? (await this.follow(sessionId, lastSeq));
    await this.askOpen(sessionId);
    return attachment;
  }

  async askOpen(sessionId: string): Promise<void> {
    const entry = this.#entries.get(sessionId);
    if (entry !== undefined && this.#isAsked) await this.#options.questions.askOpen(entry.asker);
  }

  leave(sessionId: string): void {
    const entry = this.#entries.get(sessionId);
    if (entry === undefined) return;
    this.#entries.delete(sessionId);
    entry.attachment.close();
    this.#options.questions.leave(entry.asker);
    this.editor.unfollow(sessionId);
  }

  close(): void {
    this.#isClosed = true;
    for (const sessionId of this.#entries.keys()) this.leave(sessionId);
    this.editor.leave();
  }

  /** For a client that reads events, this is the only sign that no more will come. */
  #reportEnd(sessionId: string, reason: "deleted" | "closed" | "failed"): void {
    if (this.sendsEvents && !this.#isClosed) {
      this.#options.client.extNotify("_parley/session/ended", { sessionId, reason });
    }
  }

  async #start(attachment: Attachment): Promise<void> {
    try {
      await attachment.start();
    } catch (error) {
      if (this.get(attachment.sessionId) === attachment) this.leave(attachment.sessionId);
      throw error;
    }
  }

  #add(sessionId: string, after: number, abandoned?: HubSession["abandoned"]): Entry {
    if (this.#isClosed) throw new ParleyError({ code: "connection_closed", message: "The connection is closed" });
    this.leave(sessionId);
    if (this.#entries.size >= ACP_SESSIONS_PER_CONNECTION_MAX) {
      const message = `A connection can follow at most ${ACP_SESSIONS_PER_CONNECTION_MAX} sessions; close one first`;
      throw new ParleyError({ code: "limit_reached", message });
    }
    const { hub, log, wire, client, questions, caller } = this.#options;
    const by = (): string => client.client?.clientInfo?.name ?? caller.name;
    const asker = new Asker({ sessionId, hub, client, log, caller, by });
    const attachment = new Attachment(
      {
        sessionId,
        hub,
        wire,
        sendsEvents: this.sendsEvents,
        abandoned,
        accepts: (need) => client.supports(need),
        onAsked: (id) => {
          if (this.#isAsked) questions.reached(asker, id);
        },
        onAnswered: (id) => asker.forget(id),
        isOwnAnswer: (id) => asker.hasAnswered(id),
        onEnded: (reason) => {
          if (this.get(sessionId) === attachment) this.leave(sessionId);
          this.#reportEnd(sessionId, reason);
        },
      },
      after,
    );
    const entry = { attachment, asker };
    this.#entries.set(sessionId, entry);
    questions.join(asker);
    this.editor.follow(sessionId);
    return entry;
  }
}
