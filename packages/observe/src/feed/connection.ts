// The serving side of one connection: finds out who is there, then it is a reader's or a publisher's.
import type { Log } from "@parley/base";
import type { Socket } from "node:net";
import { LineCutter } from "../frames/line-cutter.ts";
import type { Board } from "./board.ts";
import { encodeRich } from "./encode-rich.ts";
import { PUBLISHED_BYTES_MAX, REQUEST_BYTES_MAX, type FeedLimits } from "./limits.ts";
import { looksForeign } from "./looks-foreign.ts";
import { Outbox } from "./outbox.ts";
import { readInput } from "./read-input.ts";
import { readPublished } from "./read-session.ts";
import { parseObject } from "./read-values.ts";
import { ReaderEnd } from "./reader-end.ts";
import { RICH_VERSION, type FeedVersion, type Hello, type Prove } from "./rich-format.ts";
import type { Teller, ToldNews } from "./teller.ts";
import { createNonce, isSameSecret, prove } from "./token.ts";

/** What the connections of one server share. */
export interface Hall {
  readonly board: Board;
  readonly teller: Teller;
  readonly limits: FeedLimits;
  readonly log: Log;
  /** Nothing is shown to anybody without the token. */
  readonly isGuarded: boolean;
  /** It may have changed since the last time. */
  readonly token: () => Promise<string>;
  /** Readers hear of something within a tick. */
  readonly isTellingSoon: () => boolean;
  readonly hasRoomForPublisher: () => boolean;
  readonly onPublisher: (publisherId: string, connection: Connection) => void;
  readonly onClose: (connection: Connection) => void;
}

type Role =
  | { readonly type: "unknown" }
  | { readonly type: "reader"; readonly end: ReaderEnd }
  | { readonly type: "challenged"; readonly hello: Hello; readonly nonce: string; readonly answer: string }
  | { readonly type: "publisher"; readonly publisherId: string };

/** Version 2 shows what was asked and which commands ran: that is for the user of this home, not for everybody on the machine. */
const NEEDS_TOKEN = "Version 2 of this feed needs its token: the file feed-token in Parley's folder (~/.parley)";

export class Connection {
  readonly #socket: Socket;
  readonly #hall: Hall;
  readonly #outbox: Outbox;
  #cutter: LineCutter;
  #role: Role = { type: "unknown" };
  #malformed = 0;
  #isFirstChunk = true;
  /** Lines wait while the token is read. */
  #work: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(socket: Socket, hall: Hall) {
    this.#socket = socket;
    this.#hall = hall;
    this.#outbox = new Outbox(socket, hall.limits, () => this.#onEmpty());
    this.#cutter = this.#createCutter(REQUEST_BYTES_MAX);
    socket.unref().setNoDelay(true).on("data", this.#onData);
    socket.on("error", () => socket.destroy()).on("end", () => void this.#onEnd());
    socket.on("close", () => {
      clearTimeout(this.#timer);
      hall.onClose(this);
    });
    if (hall.isGuarded) this.#expectToken();
    else this.#timer = setTimeout(() => this.#becomeReader(1, false), hall.limits.helloWaitMs).unref();
  }

  get publisherId(): string | undefined {
    return this.#role.type === "publisher" ? this.#role.publisherId : undefined;
  }

  tell(news: ToldNews): void {
    if (this.#role.type === "reader") this.#role.end.tell(news);
  }

  /** Cut off if it takes nothing. */
  look(): void {
    if (this.#outbox.isStalled) this.#socket.destroy();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  readonly #onData = (chunk: Buffer): void => {
    if (this.#isFirstChunk && looksForeign(chunk)) return void this.#socket.destroy();
    this.#isFirstChunk = false;
    this.#read(chunk, 0);
  };

  #read(chunk: Buffer, from: number): void {
    for (let at = from; at < chunk.length && !this.#socket.destroyed;) {
      at = this.#cutter.next(chunk, at);
      if (this.#work === undefined) continue;
      // The rest of the chunk after what is being looked up.
      this.#socket.pause();
      void this.#readAfter(this.#work, chunk, at);
      return;
    }
    // Who asks for more than it takes is not listened to until it has taken it.
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
    if (looksForeign(bytes)) return void this.#socket.destroy();
    const text = bytes.toString("utf8");
    if (this.#role.type === "publisher") return this.#published(this.#role.publisherId, text);
    const input = readInput(text);
    if (input === undefined) return this.#countMalformed();
    if (input.type === "hello") this.#work = this.#guard(this.#hello(input));
    else if (input.type === "prove") this.#work = this.#guard(this.#prove(input));
    else {
      if (this.#role.type === "unknown" && !this.#hall.isGuarded) this.#becomeReader(1, false);
      if (this.#role.type === "reader") this.#role.end.input(input);
    }
  }

  #published(publisherId: string, text: string): void {
    const value = parseObject(text);
    const message = value === undefined ? undefined : readPublished(value);
    if (message === undefined) return this.#countMalformed();
    if (this.#hall.board.apply(publisherId, message) || this.#outbox.isFull) return;
    this.#outbox.write(`${JSON.stringify({ type: "request_snapshot", session_id: message.sessionId })}\n`);
  }

  async #hello(hello: Hello): Promise<void> {
    if (hello.role === "publisher" || (hello.token === undefined && hello.nonce !== undefined)) {
      return await this.#challenge(hello);
    }
    // Otherwise nothing would end a connection that neither proves anything nor reads.
    if (this.#role.type === "challenged") return this.#refuse("A challenge is answered with a proof");
    clearTimeout(this.#timer);
    const isRight = hello.token !== undefined && isSameSecret(hello.token, await this.#hall.token());
    if (hello.token !== undefined && !isRight) return this.#refuse("The token is wrong");
    if (this.#hall.isGuarded && !isRight) return this.#refuse("This feed wants its token first");
    if (hello.version >= RICH_VERSION && !isRight) return this.#refuse(NEEDS_TOKEN);
    this.#becomeReader(hello.version >= RICH_VERSION ? RICH_VERSION : 1, isRight);
  }

  async #challenge(hello: Hello): Promise<void> {
    const { nonce, role } = hello;
    const isTaken = this.#role.type !== "unknown" && (role === "publisher" || this.#role.type !== "reader");
    if (nonce === undefined || isTaken) return this.#refuse("A publisher says hello first");
    if (role === "publisher" && !this.#hall.hasRoomForPublisher()) return this.#refuse("Too many publishers");
    this.#expectToken();
    const answer = createNonce();
    const proof = prove(await this.#hall.token(), "server", nonce, answer);
    this.#role = { type: "challenged", hello, nonce, answer };
    this.#outbox.write(encodeRich({ type: "challenge", nonce: answer, proof }));
  }

  async #prove({ publisherId, proof }: Prove): Promise<void> {
    const role = this.#role;
    if (role.type !== "challenged") return this.#refuse("There was no challenge");
    const as = role.hello.role === "publisher" ? "publisher" : "reader";
    const expected = prove(await this.#hall.token(), as, role.nonce, role.answer);
    if (!isSameSecret(proof, expected)) return this.#refuse("The proof is wrong");
    clearTimeout(this.#timer);
    if (as === "reader" || publisherId === undefined) {
      this.#role = { type: "unknown" };
      return this.#becomeReader(role.hello.version >= RICH_VERSION ? RICH_VERSION : 1, true);
    }
    this.#role = { type: "publisher", publisherId };
    this.#cutter = this.#createCutter(PUBLISHED_BYTES_MAX);
    this.#welcome(true);
    this.#hall.onPublisher(publisherId, this);
  }

  #becomeReader(version: FeedVersion, mayChange: boolean): void {
    if (this.#role.type === "challenged" || this.#role.type === "publisher" || this.#socket.destroyed) return;
    clearTimeout(this.#timer);
    const { board, teller } = this.#hall;
    const end = new ReaderEnd({ version, mayChange, board, teller, outbox: this.#outbox });
    this.#role = { type: "reader", end };
    if (version === RICH_VERSION) this.#welcome(mayChange);
    // What is about to be told anyway is not told twice.
    if (!this.#hall.isTellingSoon()) end.catchUp();
  }

  #expectToken(): void {
    clearTimeout(this.#timer);
    const { tokenWaitMs } = this.#hall.limits;
    this.#timer = setTimeout(() => this.#refuse("This feed wants its token first"), tokenWaitMs).unref();
  }

  /** It says no more: it gets what it asked for, or a snapshot if it asked for nothing. */
  async #onEnd(): Promise<void> {
    await this.#work;
    if (this.#role.type === "unknown" && !this.#hall.isGuarded) this.#becomeReader(1, false);
    this.#socket.destroySoon();
  }

  #welcome(mayChange: boolean): void {
    this.#outbox.write(encodeRich({ type: "welcome", version: RICH_VERSION, mayChange, pid: process.pid }));
  }

  #refuse(reason: string): void {
    this.#socket.end(encodeRich({ type: "refused", reason }));
    this.#socket.destroySoon();
  }

  #countMalformed(): void {
    this.#malformed += 1;
    if (this.#malformed > this.#hall.limits.malformedMax) this.#socket.destroy();
  }

  #onEmpty(): void {
    if (this.#role.type === "reader") this.#role.end.hasRoom();
    this.#resume();
  }

  #resume(): void {
    if (this.#work === undefined && !this.#outbox.isFull && !this.#socket.destroyed) this.#socket.resume();
  }

  async #guard(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      this.#hall.log.write("warn", "The token of the feed cannot be read", { error: String(error) });
      this.#refuse("The feed cannot read its token");
    }
  }
}
