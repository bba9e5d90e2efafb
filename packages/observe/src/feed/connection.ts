// The server side of one connection: identifies the peer, then serves it as a reader or a publisher.
import { type Log, parseObject } from "@parley/base";
import type { Socket } from "node:net";
import { LineCutter } from "../frames/line-cutter.ts";
import type { FeedState } from "./feed-state.ts";
import { encodeV2 } from "./encode-v2.ts";
import { PUBLISHED_BYTES_MAX, REQUEST_BYTES_MAX, type FeedLimits } from "../limits.ts";
import { isBrowserTraffic } from "./browser-traffic.ts";
import { Outbox } from "./outbox.ts";
import { readInput } from "./read-input.ts";
import { readPublished } from "./read-session.ts";
import { ReaderStream } from "./reader-stream.ts";
import { LATEST_FEED_VERSION, type FeedVersion, type Hello, type Prove } from "./v2-format.ts";
import type { FeedEncoder, EncodedNews } from "./feed-encoder.ts";
import { createNonce, isSameSecret, prove } from "./token.ts";

/** Shared state of one server's connections. */
export interface ServerContext {
  readonly state: FeedState;
  readonly encoder: FeedEncoder;
  readonly limits: FeedLimits;
  readonly log: Log;
  /** Readers need the token, too. */
  readonly isGuarded: boolean;
  /** It may have changed. */
  readonly token: () => Promise<string>;
  /** An update will be sent within a tick. */
  readonly isFlushPending: () => boolean;
  readonly hasRoomForPublisher: () => boolean;
  readonly onPublisher: (publisherId: string, connection: Connection) => void;
  readonly onClose: (connection: Connection) => void;
}

type Role =
  | { readonly type: "unknown" }
  | { readonly type: "reader"; readonly stream: ReaderStream }
  | { readonly type: "challenged"; readonly hello: Hello; readonly nonce: string; readonly answer: string }
  | { readonly type: "publisher"; readonly publisherId: string };

/** Version 2 includes prompts and commands, which only the user of this home may see. */
const NEEDS_TOKEN = "Version 2 of this feed needs its token: the file feed-token in Parley's folder (~/.parley)";

export class Connection {
  readonly #socket: Socket;
  readonly #context: ServerContext;
  readonly #outbox: Outbox;
  #cutter: LineCutter;
  #role: Role = { type: "unknown" };
  #malformed = 0;
  #isFirstChunk = true;
  /** Lines wait while the token is read. */
  #work: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(socket: Socket, context: ServerContext) {
    this.#socket = socket;
    this.#context = context;
    this.#outbox = new Outbox(socket, context.limits, () => this.#onEmpty());
    this.#cutter = this.#createCutter(REQUEST_BYTES_MAX);
    socket.unref().setNoDelay(true).on("data", this.#onData);
    socket.on("error", () => socket.destroy()).on("end", () => void this.#onEnd());
    socket.on("close", () => {
      clearTimeout(this.#timer);
      context.onClose(this);
    });
    if (context.isGuarded) this.#expectToken();
    else this.#timer = setTimeout(() => this.#becomeReader(1, false), context.limits.helloWaitMs).unref();
  }

  get publisherId(): string | undefined {
    return this.#role.type === "publisher" ? this.#role.publisherId : undefined;
  }

  tell(news: EncodedNews): void {
    if (this.#role.type === "reader") this.#role.stream.tell(news);
  }

  /** Closes a connection whose peer has stopped reading. */
  closeIfStalled(): void {
    if (this.#outbox.isStalled) this.#socket.destroy();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  readonly #onData = (chunk: Buffer): void => {
    if (this.#isFirstChunk && isBrowserTraffic(chunk)) return void this.#socket.destroy();
    this.#isFirstChunk = false;
    this.#read(chunk, 0);
  };

  #read(chunk: Buffer, from: number): void {
    for (let at = from; at < chunk.length && !this.#socket.destroyed;) {
      at = this.#cutter.next(chunk, at);
      if (this.#work === undefined) continue;
      // The rest of the chunk, after the part being processed.
      this.#socket.pause();
      void this.#readAfter(this.#work, chunk, at);
      return;
    }
    // Requests are read again once the peer has read the responses.
    if (this.#outbox.isFull) this.#socket.pause();
  }

  async #readAfter(work: Promise<void>, chunk: Buffer, from: number): Promise<void> {
    await work;
    this.#work = undefined;
    this.#read(chunk, from);
    this.#resume();
  }

  #createCutter(lineBytesMax: number): LineCutter {
    return new LineCutter(
      { line: (bytes, start, end) => this.#line(bytes.subarray(start, end)), long: () => this.#countMalformed() },
      lineBytesMax,
    );
  }

  #line(bytes: Buffer): void {
    if (bytes.length === 0 || this.#socket.destroyed) return;
    if (isBrowserTraffic(bytes)) return void this.#socket.destroy();
    const text = bytes.toString("utf8");
    if (this.#role.type === "publisher") return this.#published(this.#role.publisherId, text);
    const input = readInput(text);
    if (input === undefined) return this.#countMalformed();
    if (input.type === "hello") this.#work = this.#guard(this.#hello(input));
    else if (input.type === "prove") this.#work = this.#guard(this.#prove(input));
    else {
      if (this.#role.type === "unknown" && !this.#context.isGuarded) this.#becomeReader(1, false);
      if (this.#role.type === "reader") this.#role.stream.input(input);
    }
  }

  #published(publisherId: string, text: string): void {
    const value = parseObject(text);
    const message = value === undefined ? undefined : readPublished(value);
    if (message === undefined) return this.#countMalformed();
    if (this.#context.state.apply(publisherId, message) || this.#outbox.isFull) return;
    this.#outbox.write(`${JSON.stringify({ type: "request_snapshot", session_id: message.sessionId })}\n`);
  }

  async #hello(hello: Hello): Promise<void> {
    if (hello.role === "publisher" || (hello.token === undefined && hello.nonce !== undefined)) {
      return await this.#challenge(hello);
    }
    // Otherwise a connection that neither proves anything nor reads would stay open forever.
    if (this.#role.type === "challenged") return this.#refuse("Expected a proof in response to the challenge");
    clearTimeout(this.#timer);
    const isRight = hello.token !== undefined && isSameSecret(hello.token, await this.#context.token());
    if (hello.token !== undefined && !isRight) return this.#refuse("The token is wrong");
    if (this.#context.isGuarded && !isRight) return this.#refuse("This feed requires its token");
    if (hello.version >= LATEST_FEED_VERSION && !isRight) return this.#refuse(NEEDS_TOKEN);
    this.#becomeReader(hello.version >= LATEST_FEED_VERSION ? LATEST_FEED_VERSION : 1, isRight);
  }

  async #challenge(hello: Hello): Promise<void> {
    const { nonce, role } = hello;
    const isTaken = this.#role.type !== "unknown" && (role === "publisher" || this.#role.type !== "reader");
    if (nonce === undefined || isTaken) return this.#refuse("A publisher must send hello first");
    if (role === "publisher" && !this.#context.hasRoomForPublisher()) return this.#refuse("Too many publishers");
    this.#expectToken();
    const answer = createNonce();
    const proof = prove(await this.#context.token(), "server", nonce, answer);
    this.#role = { type: "challenged", hello, nonce, answer };
    this.#outbox.write(encodeV2({ type: "challenge", nonce: answer, proof }));
  }

  async #prove({ publisherId, proof }: Prove): Promise<void> {
    const role = this.#role;
    if (role.type !== "challenged") return this.#refuse("Unexpected proof: no challenge was sent");
    const as = role.hello.role === "publisher" ? "publisher" : "reader";
    const expected = prove(await this.#context.token(), as, role.nonce, role.answer);
    if (!isSameSecret(proof, expected)) return this.#refuse("The proof is wrong");
    clearTimeout(this.#timer);
    if (as === "reader" || publisherId === undefined) {
      this.#role = { type: "unknown" };
      return this.#becomeReader(role.hello.version >= LATEST_FEED_VERSION ? LATEST_FEED_VERSION : 1, true);
    }
    this.#role = { type: "publisher", publisherId };
    this.#cutter = this.#createCutter(PUBLISHED_BYTES_MAX);
    this.#welcome(true);
    this.#context.onPublisher(publisherId, this);
  }

  #becomeReader(version: FeedVersion, mayChange: boolean): void {
    if (this.#role.type === "challenged" || this.#role.type === "publisher" || this.#socket.destroyed) return;
    clearTimeout(this.#timer);
    const { state, encoder } = this.#context;
    const stream = new ReaderStream({ version, mayChange, state, encoder, outbox: this.#outbox });
    this.#role = { type: "reader", stream };
    if (version === LATEST_FEED_VERSION) this.#welcome(mayChange);
    // A pending flush will include the snapshot anyway.
    if (!this.#context.isFlushPending()) stream.catchUp();
  }

  #expectToken(): void {
    clearTimeout(this.#timer);
    const { tokenWaitMs } = this.#context.limits;
    this.#timer = setTimeout(() => this.#refuse("This feed requires its token"), tokenWaitMs).unref();
  }

  /** The peer has finished sending: it gets what it asked for, or a snapshot. */
  async #onEnd(): Promise<void> {
    await this.#work;
    if (this.#role.type === "unknown" && !this.#context.isGuarded) this.#becomeReader(1, false);
    this.#socket.destroySoon();
  }

  #welcome(mayChange: boolean): void {
    this.#outbox.write(encodeV2({ type: "welcome", version: LATEST_FEED_VERSION, mayChange, pid: process.pid }));
  }

  #refuse(reason: string): void {
    this.#socket.end(encodeV2({ type: "refused", reason }));
    this.#socket.destroySoon();
  }

  #countMalformed(): void {
    this.#malformed += 1;
    if (this.#malformed > this.#context.limits.malformedMax) this.#socket.destroy();
  }

  #onEmpty(): void {
    if (this.#role.type === "reader") this.#role.stream.hasRoom();
    this.#resume();
  }

  #resume(): void {
    if (this.#work === undefined && !this.#outbox.isFull && !this.#socket.destroyed) this.#socket.resume();
  }

  async #guard(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      this.#context.log.write("warn", "Cannot read the feed token", { error: String(error) });
      this.#refuse("The feed cannot read its token");
    }
  }
}
