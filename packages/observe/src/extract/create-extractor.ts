// Reads what passes on one connection and says what it means for files, tools, turns and time. Whatever it is given, it never throws.
import { isObject } from "@parley/base";
import { isRequestId } from "@parley/rpc";
import type { Direction, Frame } from "../frames/frame.ts";
import { Chain } from "./chain.ts";
import { fieldsOf, listOf, type Fields } from "./fields.ts";
import { readHead } from "./message-head.ts";
import type { Extractor, Observation } from "./observation.ts";
import { nameRequest, PendingRequests } from "./pending.ts";
import { readRequest, readResponse } from "./requests.ts";
import { Telling } from "./telling.ts";
import { Trails } from "./trails.ts";
import { readUpdate } from "./updates.ts";

export function createExtractor(): Extractor {
  const reader = new ConnectionReader();
  return { add: (frame) => reader.add(frame) };
}

class ConnectionReader {
  readonly #trails = new Trails();
  readonly #chain = new Chain(this.#trails);
  /** By the direction in which the request went; its answer comes the other way. */
  readonly #pending: Readonly<Record<Direction, PendingRequests>> = {
    to_agent: new PendingRequests(),
    to_client: new PendingRequests(),
  };

  add(frame: Frame): readonly Observation[] {
    const telling = new Telling(this.#trails, frame.atMs);
    const { message, direction } = frame;
    if (isObject(message)) this.#message(telling, direction, message);
    else if (Array.isArray(message)) {
      telling.odd(undefined, "A batch, which the protocol does not have");
      for (const item of listOf(message)) this.#message(telling, direction, fieldsOf(item));
    } else if (message !== undefined) telling.odd(undefined, `A message that is no object, ${sender(direction)}`);
    else this.#unread(telling, frame);
    return telling.observations;
  }

  /** No JSON, or too large: then its beginning may say what it was. */
  #unread(telling: Telling, { direction, text, head, byteLength }: Frame): void {
    if (text !== undefined) {
      if (text.trim() !== "") telling.odd(undefined, `Text that is not JSON, ${sender(direction)}`);
      return;
    }
    if (byteLength === 0) return;
    const message = readHead(head ?? "");
    const isKnown = message !== undefined;
    if (isKnown) this.#message(telling, direction, message);
    const what = isKnown ? "too large to be looked at as a whole" : "too large to be looked at, or no text";
    telling.odd(undefined, `A message of ${byteLength} bytes, ${what}`);
  }

  #message(telling: Telling, direction: Direction, message: Fields): void {
    const { id } = message;
    if (typeof message["method"] === "string") {
      const { method, params, isPassedOn } = this.#chain.open(message["method"], fieldsOf(message["params"]));
      if (isRequestId(id)) {
        // What was told already has an answer of its own, which says nothing new either.
        this.#pending[direction].add(id, isPassedOn ? { method: "" } : readRequest(telling, id, method, params));
      } else if (method === "session/update" && !isPassedOn) readUpdate(telling, params);
    } else if (isRequestId(id) && ("result" in message || "error" in message)) {
      const pending = this.#pending[direction === "to_agent" ? "to_client" : "to_agent"];
      const request = pending.take(id);
      if (request !== undefined) readResponse(telling, id, request, message);
      else if (!pending.isLossy)
        telling.odd(undefined, `An answer to nothing, id ${nameRequest(id)}, ${sender(direction)}`);
    } else telling.odd(undefined, `A message that is not JSON-RPC, ${sender(direction)}`);
  }
}

function sender(direction: Direction): string {
  return direction === "to_agent" ? "from the client" : "from the agent";
}
