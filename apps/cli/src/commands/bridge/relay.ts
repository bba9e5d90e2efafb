// Relays messages in order between an editor on pipes and a server on a WebSocket, and reconnects when the connection breaks.
import { type Log, type ParleyError, isObject } from "@parley/base";
import { ErrorCodes, type Message, type Receiver, type RequestId, type Transport } from "@parley/rpc";
import { AskedQuestions } from "./asked-questions.ts";
import { FollowedSessions } from "./followed-sessions.ts";
import { HELD_MESSAGES_MAX } from "../../limits.ts";
import { OwnRequests } from "./own-requests.ts";
import { reconnect } from "./reconnect.ts";
import { createRewrite, type Rewrite, type RewriteOptions } from "./rewrite.ts";
import { UnansweredRequests } from "./unanswered.ts";
import { asMessage, classify, textOf, toRequest, type Fields, type LooseRequest } from "./wire.ts";

export interface RelayOptions extends RewriteOptions {
  readonly editor: Transport;
  /** A connection to the server. Rejects with `server_not_found` or `sign_in_needed`. */
  readonly connect: (signal: AbortSignal) => Promise<Transport>;
  readonly log: Log;
}

const CANCEL = "$/cancel_request";

export class Relay {
  readonly #options: RelayOptions;
  readonly #rewrite: Rewrite;
  readonly #unanswered = new UnansweredRequests();
  readonly #followed = new FollowedSessions();
  readonly #asked = new AskedQuestions();
  readonly #own = new OwnRequests();
  readonly #over = new AbortController();
  /** Messages that the editor sent while the server was disconnected. */
  #held: unknown[] = [];
  /** Prompts that the server replays because the new connection did not send them. */
  #echoes = new Map<string, string[]>();
  #initialize: Fields | undefined;
  #server: Transport | undefined;
  #isReady = false;
  #isReconnecting = false;
  #settle: { resolve(): void; reject(error: unknown): void } | undefined;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#rewrite = createRewrite(options);
  }

  /** Resolves when the editor disconnects or `stop` aborts. Rejects if the server can no longer be reached. */
  async run(stop: AbortSignal): Promise<void> {
    const { editor, connect } = this.#options;
    const ended = new Promise<void>((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    const end = (): void => this.#settle?.resolve();
    if (stop.aborted) return;
    stop.addEventListener("abort", end, { once: true });
    try {
      this.#use(await connect(this.#over.signal));
      this.#isReady = true;
      editor.open(this.#editorReceiver());
      await ended;
    } finally {
      stop.removeEventListener("abort", end);
      this.#over.abort();
      this.#isReady = false;
      await Promise.all([this.#server?.close(), editor.close()]);
    }
  }

  #editorReceiver(): Receiver {
    return {
      message: (value) => this.#fromEditor(value),
      malformed: ({ kind }) => {
        const message = kind === "too_large" ? "The message is too large" : "The message is not JSON";
        this.#toEditor({ jsonrpc: "2.0", id: null, error: { code: ErrorCodes.parseError, message } });
      },
      closed: () => this.#settle?.resolve(),
    };
  }

  #use(server: Transport): void {
    this.#server = server;
    server.open({
      message: (value) => this.#fromServer(value),
      malformed: ({ kind, bytes }) =>
        this.#options.log.write("warn", "The server sent something that is not a message", { kind, bytes }),
      closed: (reason) => {
        if (this.#server === server && !this.#over.signal.aborted) this.#away(reason);
      },
    });
  }

  #fromEditor(value: unknown): void {
    if (!this.#isReady) {
      this.#held.push(value);
      // Not before: a paused editor could not be seen to disconnect.
      if (this.#held.length >= HELD_MESSAGES_MAX) this.#options.editor.pause();
      return;
    }
    const incoming = classify(value);
    if (incoming.kind === "request") this.#requestOfEditor(incoming.request);
    else if (incoming.kind === "answer") {
      const serverId = this.#asked.take(incoming.id);
      // If the connection was lost, the server asks again over the next one, so this answer is dropped.
      if (serverId !== undefined) this.#toServer(asMessage({ ...(value as Fields), id: serverId }));
    } else this.#toServer(asMessage(value));
  }

  #requestOfEditor(request: LooseRequest): void {
    if (request.method === "initialize") this.#initialize = request.params;
    const unanswered = this.#rewrite(request);
    if (!this.#unanswered.add(unanswered)) {
      const error = { code: ErrorCodes.internalError, message: "Too many unanswered requests" };
      this.#toEditor({ jsonrpc: "2.0", id: request.id, error });
      return;
    }
    this.#followed.asked(unanswered.request);
    this.#toServer(toRequest(unanswered.request));
  }

  #fromServer(value: unknown): void {
    const incoming = classify(value);
    if (incoming.kind === "request") {
      this.#toEditor(asMessage({ ...(value as Fields), id: this.#asked.add(incoming.request.id) }));
    } else if (incoming.kind === "answer") this.#answerOfServer(incoming.id, value as Fields, incoming.result);
    else if (incoming.kind === "notification" && incoming.method === CANCEL) {
      const requestId = this.#asked.find(incoming.params["requestId"]);
      if (requestId !== undefined) this.#cancelQuestion(requestId);
    } else if (incoming.kind !== "notification" || !this.#isEcho(incoming.method, incoming.params))
      this.#toEditor(asMessage(value));
  }

  #answerOfServer(id: RequestId, value: Fields, result: Fields | undefined): void {
    if (this.#own.settle(id, value)) return;
    const unanswered = this.#unanswered.take(id);
    // A response without a known request is passed to the editor.
    if (unanswered === undefined || result === undefined) return this.#toEditor(asMessage(value));
    this.#followed.answered(unanswered.request, result);
    this.#toEditor(asMessage({ ...value, result: unanswered.toResult(result) }));
  }

  #isEcho(method: string, params: Fields): boolean {
    if (method !== "session/update") return false;
    this.#followed.updated(params);
    if (this.#echoes.size === 0) return false;
    const { update } = params;
    if (!isObject(update) || update["sessionUpdate"] !== "user_message_chunk") return false;
    const echoes = this.#echoes.get(textOf(params["sessionId"]) ?? "") ?? [];
    const at = echoes.indexOf(JSON.stringify(update["content"]));
    if (at !== -1) echoes.splice(at, 1);
    return at !== -1;
  }

  #cancelQuestion(requestId: number): void {
    this.#toEditor({ jsonrpc: "2.0", method: CANCEL, params: { requestId } });
  }

  /** A slow receiver pauses the sender, so that messages do not pile up in memory. */
  #toServer(message: Message): void {
    const { editor } = this.#options;
    const server = this.#server;
    if (server?.send(message) !== "full") return;
    editor.pause();
    void server.drained().then(() => (this.#isReady ? editor.resume() : undefined));
  }

  #toEditor(message: Message): void {
    const { editor } = this.#options;
    const server = this.#server;
    if (editor.send(message) !== "full") return;
    server?.pause();
    void editor.drained().then(() => server?.resume());
  }

  #away(reason: ParleyError | undefined): void {
    this.#isReady = false;
    this.#server = undefined;
    this.#options.editor.resume();
    this.#options.log.write("warn", "Lost the connection to the server; reconnecting", { reason: reason?.message });
    this.#own.fail(reason);
    for (const id of this.#asked.clear()) this.#cancelQuestion(id);
    if (this.#isReconnecting) return;
    this.#isReconnecting = true;
    this.#reconnect().catch((error: unknown) => this.#settle?.reject(error));
  }

  async #reconnect(): Promise<void> {
    const { connect, editor, log } = this.#options;
    const { signal } = this.#over;
    // The server may disconnect again while sessions are being resumed.
    while (this.#server === undefined && !signal.aborted) {
      await reconnect(signal, async () => {
        const server = await connect(signal);
        this.#use(server);
        try {
          await this.#resumeSessions();
        } catch (error) {
          this.#server = undefined;
          await server.close();
          throw error;
        }
      });
    }
    if (signal.aborted) return;
    this.#isReconnecting = false;
    log.write("info", "Reconnected to the server");
    for (const request of this.#unanswered.again((id) => this.#followed.seqOf(id))) this.#toServer(toRequest(request));
    this.#isReady = true;
    const held = this.#held;
    this.#held = [];
    for (const value of held) this.#fromEditor(value);
    editor.resume();
  }

  /** A new connection has no state, so the bridge initializes it and resumes the editor's sessions. */
  async #resumeSessions(): Promise<void> {
    const send = (message: Message): void => this.#toServer(message);
    if (this.#initialize === undefined || this.#unanswered.has("initialize")) return;
    await this.#own.ask("initialize", this.#initialize, send);
    this.#echoes = new Map();
    for (const { id, params } of this.#followed.resumes(this.#unanswered.opening())) {
      this.#echoes.set(
        id,
        this.#unanswered.prompts(id).map((block) => JSON.stringify(block)),
      );
      const answer = await this.#own.ask("session/resume", params, send);
      if (answer["error"] === undefined) continue;
      // The session was deleted or cannot be opened; the editor gets that error with its next prompt.
      this.#options.log.write("warn", "A session was not resumed", { sessionId: id, error: answer["error"] });
      this.#followed.forget(id);
    }
  }
}
