// The client's side of ACP's streamable HTTP transport: each message is a POST, what comes back is on event streams.
import { parseJson, type ParleyError, settlesWithin } from "@parley/base";
import { failedToConnect } from "../connect-failure.ts";
import { ERROR_BODY_BYTES, STREAM_LOSS_GRACE_MS, type RpcLimits } from "../limits.ts";
import type { Message } from "../message.ts";
import type { Receiver, SendOutcome, Transport } from "../transport.ts";
import { Delivery } from "./delivery.ts";
import { toHeaders, type Answer, type Endpoint } from "./endpoint.ts";
import { toErrorMessage, type HttpFailure } from "./failure.ts";
import { Gate } from "./gate.ts";
import { Outbox } from "./outbox.ts";
import { readEvents, type EventReader } from "./read-events.ts";
import { notAnEndpoint, notInitialized, outboxFull, streamBroken, streamRefused } from "./reasons.ts";
import { Routes, type Outgoing } from "./routes.ts";
import { SessionStreams } from "./session-streams.ts";

export class HttpTransport implements Transport {
  readonly #endpoint: Endpoint;
  readonly #limits: RpcLimits;
  readonly #onOver: () => void;
  readonly #gate = new Gate();
  readonly #routes = new Routes();
  readonly #sessions: SessionStreams;
  readonly #outbox: Outbox<Outgoing>;
  #receiver: Receiver | undefined;
  #connectionId: string | undefined;
  #hasInitialize = false;
  /** The other side has ended: messages in transit may still arrive, but no more are sent. */
  #isEnding = false;
  #over = false;
  #reason: ParleyError | undefined;
  #closing: Promise<void> | undefined;

  constructor(endpoint: Endpoint, limits: RpcLimits, onOver: () => void) {
    this.#endpoint = endpoint;
    this.#limits = limits;
    this.#onOver = onOver;
    this.#sessions = this.#createSessions();
    const delivery = this.#createDelivery();
    this.#outbox = new Outbox({
      limits,
      deliver: (out) => delivery.deliver(out),
      onOverflow: () => this.fail(outboxFull(limits.outboundBytesMax)),
    });
  }

  open(receiver: Receiver): void {
    this.#receiver = receiver;
    if (this.#over) receiver.closed(this.#reason);
  }

  send(message: Message): SendOutcome {
    const text = JSON.stringify(message);
    if (this.#over || this.#isEnding) return "closed";
    const isInitialize = "method" in message && "id" in message && message.method === "initialize";
    if (!this.#hasInitialize && !isInitialize) throw notInitialized();
    this.#hasInitialize = true;
    return this.#outbox.add(this.#routes.outgoing(message, text));
  }

  drained(): Promise<void> {
    return this.#outbox.drained();
  }

  pause(): void {
    if (!this.#over) this.#gate.shut();
  }

  resume(): void {
    this.#gate.open();
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** Ends at once, without sending what is queued. */
  fail(reason: ParleyError | undefined): void {
    if (this.#over) return;
    this.#finish(reason);
    this.#closing = this.#leave();
  }

  async #close(): Promise<void> {
    this.#finish(undefined);
    await settlesWithin(this.#outbox.idle(), this.#limits.closeGraceMs);
    await this.#leave();
  }

  /** Asks the server to forget the connection; if that fails, the server does so on its own. */
  async #leave(): Promise<void> {
    this.#outbox.stop();
    this.#sessions.abortAll();
    this.#endpoint.abortAll();
    if (this.#connectionId === undefined) return;
    const deleted = this.#endpoint.exchange("DELETE", this.#headers({}), null, ERROR_BODY_BYTES);
    await settlesWithin(deleted, this.#limits.closeGraceMs);
    this.#endpoint.abortAll();
  }

  #finish(reason: ParleyError | undefined): void {
    if (this.#over) return;
    this.#over = true;
    this.#reason = reason;
    this.#gate.open();
    this.#onOver();
    this.#receiver?.closed(reason);
  }

  #createSessions(): SessionStreams {
    return new SessionStreams({
      describe: (sessionId) => ({
        endpoint: this.#endpoint,
        gate: this.#gate,
        lineBytesMax: this.#limits.lineBytesMax,
        headers: (lastEventId) => this.#headers({ "acp-session-id": sessionId, "last-event-id": lastEventId }),
        reader: this.#createReader(sessionId),
        mayResume: () => !this.#over && !this.#isEnding,
      }),
      onLost: (sessionId, failure) => this.#sessionLost(sessionId, failure),
    });
  }

  #createDelivery(): Delivery {
    return new Delivery({
      endpoint: this.#endpoint,
      limits: this.#limits,
      routes: this.#routes,
      sessions: this.#sessions,
      headers: (fields) => this.#headers(fields),
      onConnected: (connectionId, answer) => this.#connected(connectionId, answer),
      receive: (value) => this.#receive(value),
      fail: (reason) => this.fail(reason),
    });
  }

  #headers(fields: Readonly<Record<string, string | undefined>>): Headers {
    return toHeaders({ "acp-connection-id": this.#connectionId, ...fields });
  }

  /** The answer to initialize is delivered before anything that comes on a stream. */
  async #connected(connectionId: string, { text, bytes, isCut }: Answer): Promise<void> {
    this.#connectionId = connectionId;
    const reader = this.#createReader(undefined);
    if (isCut) reader.malformed({ kind: "too_large", head: text, tail: "", bytes });
    else {
      let value: unknown;
      try {
        value = parseJson(text);
      } catch {
        this.fail(notAnEndpoint(this.#endpoint.place, "with something that is not JSON"));
        return;
      }
      reader.message(value, bytes);
    }
    if (!this.#over) await this.#openConnectionStream();
  }

  async #openConnectionStream(): Promise<void> {
    const { place } = this.#endpoint;
    const controller = new AbortController();
    try {
      const { body, answer } = await this.#endpoint.openStream(this.#headers({}), controller);
      if (body === undefined) this.fail(streamRefused(place, answer));
      else void this.#readConnectionStream(body).finally(() => this.#endpoint.release(controller));
    } catch (cause) {
      this.fail(failedToConnect(place, cause));
    }
  }

  async #readConnectionStream(body: ReadableStream<Uint8Array>): Promise<void> {
    let reason: ParleyError | undefined;
    const reader = { ...this.#createReader(undefined), reached: () => undefined };
    try {
      await readEvents(body, reader, { gate: this.#gate, lineBytesMax: this.#limits.lineBytesMax });
    } catch (cause) {
      reason = streamBroken(this.#endpoint.place, cause);
    }
    if (this.#over) return;
    // A server that shuts down ends all streams at once, so data on the other streams is read first.
    this.#isEnding = true;
    await settlesWithin(this.#sessions.ended(), this.#limits.closeGraceMs);
    this.fail(reason);
  }

  #sessionLost(sessionId: string, failure: HttpFailure): void {
    const unanswered = this.#routes.unanswered(sessionId);
    const answer = (): void => {
      // If the whole connection ends, report that as the reason.
      if (this.#over || this.#isEnding) return;
      for (const id of unanswered) if (this.#routes.settle(id)) this.#receive(toErrorMessage(id, failure));
    };
    if (failure.status === undefined) setTimeout(answer, STREAM_LOSS_GRACE_MS);
    else answer();
  }

  #receive(value: unknown): void {
    if (!this.#over) this.#receiver?.message(value, 0);
  }

  #createReader(sessionId: string | undefined): Omit<EventReader, "reached"> {
    return {
      message: (value, bytes) => {
        if (this.#over) return;
        const { opened, ended } = this.#routes.incoming(value, sessionId);
        this.#receiver?.message(value, bytes);
        if (ended !== undefined) this.#sessions.end(ended);
        // The first message of the session waits for the same stream, and fails if the stream does.
        if (opened !== undefined && !this.#over) void this.#sessions.ready(opened);
      },
      malformed: (input) => {
        if (!this.#over) this.#receiver?.malformed(input);
      },
    };
  }
}
