// The connection of a publisher to a feed that another process serves.
import { parseObject, type JsonObject } from "@parley/base";
import { createConnection, type Socket } from "node:net";
import { LineCutter } from "../frames/line-cutter.ts";
import { encodePublished } from "./encode-v2.ts";
import { JOIN_WAIT_MS, REFUSAL_WAIT_MS, REQUEST_BYTES_MAX, STALL_CHECK_MS } from "../limits.ts";
import { Outbox, type OutboxLimits } from "./outbox.ts";
import type { PublishTarget } from "./publications.ts";
import { idOf } from "./read-values.ts";
import type { PublishedMessage } from "./v2-format.ts";
import { createNonce, isSameSecret, prove } from "./token.ts";

export interface UpstreamOptions {
  readonly host: string;
  readonly port: number;
  readonly token: string;
  readonly publisherId: string;
  readonly limits: OutboxLimits;
  readonly onClose: () => void;
}

/** Why joining failed. `stranger`: another program has the port. `gone`: the port may be free now. */
export type JoinFailure = "stranger" | "gone";

export class Upstream implements PublishTarget {
  readonly #options: UpstreamOptions;
  readonly #socket: Socket;
  readonly #outbox: Outbox;
  readonly #nonce = createNonce();
  readonly #stallTimer: NodeJS.Timeout;
  #settle: (failure: JoinFailure | undefined) => void = () => undefined;
  #isJoined = false;
  /** Set by the publications. */
  onRoom: () => void = () => undefined;
  onAsked: (sessionId: string | undefined) => void = () => undefined;

  private constructor(options: UpstreamOptions) {
    this.#options = options;
    const socket = createConnection({ host: options.host, port: options.port });
    this.#socket = socket.unref().setNoDelay(true);
    this.#outbox = new Outbox(socket, options.limits, () => this.onRoom());
    this.#stallTimer = setInterval(() => {
      if (this.#outbox.isStalled) socket.destroy();
    }, STALL_CHECK_MS).unref();
    const cutter = new LineCutter(
      {
        line: (bytes, start, end) => this.#line(bytes.subarray(start, end).toString("utf8")),
        long: () => this.#fail("stranger"),
      },
      REQUEST_BYTES_MAX,
    );
    socket.on("data", (chunk) => cutter.push(chunk));
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      clearInterval(this.#stallTimer);
      this.#settle("gone");
      if (this.#isJoined) options.onClose();
    });
  }

  static async join(options: UpstreamOptions): Promise<Upstream | JoinFailure> {
    const upstream = new Upstream(options);
    let timer: NodeJS.Timeout | undefined;
    const failure = await new Promise<JoinFailure | undefined>((resolve) => {
      upstream.#settle = resolve;
      timer = setTimeout(() => upstream.#fail("stranger"), JOIN_WAIT_MS).unref();
      upstream.#send({ type: "hello", version: 2, role: "publisher", nonce: upstream.#nonce });
    });
    clearTimeout(timer);
    return failure ?? upstream;
  }

  get isFull(): boolean {
    return this.#outbox.isFull;
  }

  get isEmpty(): boolean {
    return this.#outbox.isEmpty;
  }

  publish(message: PublishedMessage): boolean {
    this.#outbox.write(encodePublished(message));
    return true;
  }

  close(): void {
    this.#isJoined = false;
    this.#socket.destroySoon();
    // A server that never reads must not delay the exit.
    setTimeout(() => this.#socket.destroy(), REFUSAL_WAIT_MS).unref();
  }

  #line(text: string): void {
    const value = parseObject(text);
    switch (value?.["type"]) {
      case "challenge":
        return this.#prove(value);
      case "welcome":
        if (this.#isProved) this.#isJoined = true;
        return this.#settle(this.#isProved ? undefined : "stranger");
      case "refused":
        return this.#fail("stranger");
      case "request_snapshot":
        return this.onAsked(idOf(value["session_id"]));
      default:
        // Other feeds start with a snapshot, and other programs with anything.
        if (!this.#isJoined) this.#fail("stranger");
    }
  }

  #isProved = false;

  #prove(challenge: JsonObject): void {
    const { token, publisherId } = this.#options;
    const answer = idOf(challenge["nonce"]) ?? "";
    const proof = idOf(challenge["proof"]) ?? "";
    if (!isSameSecret(proof, prove(token, "server", this.#nonce, answer))) return this.#fail("stranger");
    this.#isProved = true;
    this.#send({ type: "prove", publisherId, proof: prove(token, "publisher", this.#nonce, answer) });
  }

  #fail(failure: JoinFailure): void {
    this.#settle(failure);
    this.#socket.destroy();
  }

  #send(message: JsonObject): void {
    this.#outbox.write(`${JSON.stringify(message)}\n`);
  }
}
