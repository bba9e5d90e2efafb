// Sends one message to the server, and handles the failure if the server does not accept it.
import type { ParleyError } from "@parley/base";
import { failedToConnect, refusedWithStatus } from "../connect-failure.ts";
import { ERROR_BODY_BYTES, type RpcLimits } from "../limits.ts";
import type { Answer, Endpoint } from "./endpoint.ts";
import { findAnswer, isEnding, toErrorMessage, toFailure, toSilence, type HttpFailure } from "./failure.ts";
import { connectionLost, notAnEndpoint } from "./reasons.ts";
import { isReattaching, type Outgoing, type Routes } from "./routes.ts";
import type { SessionStreams } from "./session-streams.ts";

export interface DeliveryOptions {
  readonly endpoint: Endpoint;
  readonly limits: RpcLimits;
  readonly routes: Routes;
  readonly sessions: SessionStreams;
  /** With the id of the connection, as soon as there is one. */
  readonly headers: (fields: Readonly<Record<string, string | undefined>>) => Headers;
  readonly onConnected: (connectionId: string, answer: Answer) => Promise<void>;
  /** Receives a message that did not come on a stream. */
  readonly receive: (value: unknown) => void;
  readonly fail: (reason: ParleyError) => void;
}

const JSON_TYPE = "application/json";
const NOT_CONNECTED: HttpFailure = { message: "The connection is not initialized", status: undefined, body: "" };

export class Delivery {
  readonly #options: DeliveryOptions;
  #isConnected = false;

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  /** Never rejects. */
  async deliver(out: Outgoing): Promise<void> {
    const { endpoint } = this.#options;
    try {
      if (this.#isConnected) await this.#post(out);
      else if (out.method === "initialize") await this.#initialize(out);
      else await this.#undelivered(out, NOT_CONNECTED);
    } catch (cause) {
      await this.#undelivered(out, toSilence(nameOf(out), endpoint.place, cause));
    }
  }

  async #initialize(out: Outgoing): Promise<void> {
    const { endpoint, limits, headers, fail, onConnected } = this.#options;
    const { place } = endpoint;
    let answer: Answer;
    try {
      const fields = { "content-type": JSON_TYPE, accept: JSON_TYPE };
      answer = await endpoint.exchange("POST", headers(fields), out.text, limits.lineBytesMax);
    } catch (cause) {
      fail(failedToConnect(place, cause));
      return;
    }
    const connectionId = answer.headers.get("acp-connection-id");
    if (isEnding(answer.status)) fail(refusedWithStatus(place, answer.status));
    else if (!answer.isOk) await this.#undelivered(out, toFailure("initialize", answer));
    else if (connectionId === null) fail(notAnEndpoint(place, "without an Acp-Connection-Id header"));
    else {
      this.#isConnected = true;
      await onConnected(connectionId, answer);
    }
  }

  async #post(out: Outgoing, isSubstitute = false): Promise<void> {
    const { endpoint, sessions, headers, fail } = this.#options;
    const { sessionId } = out;
    const refusal = sessionId === undefined ? undefined : await sessions.ready(sessionId, isReattaching(out));
    if (refusal !== undefined) {
      await this.#undelivered(out, refusal, isSubstitute);
      return;
    }
    const fields = { "content-type": JSON_TYPE, "acp-session-id": sessionId };
    const answer = await endpoint.exchange("POST", headers(fields), out.text, ERROR_BODY_BYTES);
    if (answer.isOk) return;
    const failure = toFailure(nameOf(out), answer);
    if (isEnding(answer.status)) {
      fail(connectionLost(endpoint.place, failure));
      return;
    }
    if (answer.status === 409 && sessionId !== undefined) sessions.refuse(sessionId, failure);
    await this.#undelivered(out, failure, isSubstitute);
  }

  /** A failed request is answered with an error. Other messages have no answer, so their failure is only reported. */
  async #undelivered(out: Outgoing, failure: HttpFailure, isSubstitute = false): Promise<void> {
    const { routes, receive } = this.#options;
    const { id, method } = out;
    if (method !== undefined && id !== undefined) {
      if (routes.settle(id)) receive(findAnswer(failure.body, id) ?? toErrorMessage(id, failure));
      return;
    }
    receive(toErrorMessage(null, failure));
    // The other side waits for an answer. If the server did not accept this one, it gets a small one instead.
    if (id === undefined || isSubstitute || failure.status === undefined || failure.status === 409) return;
    await this.#post({ ...out, text: JSON.stringify(toErrorMessage(id, failure)) }, true);
  }
}

function nameOf(out: Outgoing): string {
  return out.method ?? "the answer to a request";
}
