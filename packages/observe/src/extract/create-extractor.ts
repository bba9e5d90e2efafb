// Turns the messages of one connection into observations about files, tools, turns and time. It never throws.
import { isObject } from "@parley/base";
import { isRequestId } from "@parley/rpc";
import type { Direction, Frame } from "../frames/frame.ts";
import { Chain } from "./chain.ts";
import { fieldsOf, listOf, type Fields } from "./fields.ts";
import { readHead } from "./message-head.ts";
import type { Extractor, Observation } from "./observation.ts";
import { nameRequest, PendingRequests } from "./pending-requests.ts";
import { readRequest, readResponse } from "./requests.ts";
import { ObservationBuilder } from "./observation-builder.ts";
import { ConnectionMemory } from "./connection-memory.ts";
import { readUpdate } from "./updates.ts";

export function createExtractor(): Extractor {
  const reader = new ConnectionReader();
  return { add: (frame) => reader.add(frame) };
}

class ConnectionReader {
  readonly #memory = new ConnectionMemory();
  readonly #chain = new Chain(this.#memory);
  /** By the direction of the request; its response goes the other way. */
  readonly #pending: Readonly<Record<Direction, PendingRequests>> = {
    to_agent: new PendingRequests(),
    to_client: new PendingRequests(),
  };

  add(frame: Frame): readonly Observation[] {
    const builder = new ObservationBuilder(this.#memory, frame.atMs);
    const { message, direction } = frame;
    if (isObject(message)) this.#message(builder, direction, message);
    else if (Array.isArray(message)) {
      builder.oddity(undefined, "A batch, which ACP does not support");
      for (const item of listOf(message)) this.#message(builder, direction, fieldsOf(item));
    } else if (message !== undefined)
      builder.oddity(undefined, `A message that is not an object, ${sender(direction)}`);
    else this.#unread(builder, frame);
    return builder.observations;
  }

  /** Not JSON, or too large: its beginning may still identify it. */
  #unread(builder: ObservationBuilder, { direction, text, head, byteLength }: Frame): void {
    if (text !== undefined) {
      if (text.trim() !== "") builder.oddity(undefined, `Text that is not JSON, ${sender(direction)}`);
      return;
    }
    if (byteLength === 0) return;
    const message = readHead(head ?? "");
    const isKnown = message !== undefined;
    if (isKnown) this.#message(builder, direction, message);
    const what = isKnown ? "too large to be parsed completely" : "too large to be parsed, or not text";
    builder.oddity(undefined, `A message of ${byteLength} bytes, ${what}`);
  }

  #message(builder: ObservationBuilder, direction: Direction, message: Fields): void {
    const { id } = message;
    if (typeof message["method"] === "string") {
      const { method, params, isPassedOn } = this.#chain.open(message["method"], fieldsOf(message["params"]));
      if (isRequestId(id)) {
        // The response to a forwarded copy has no new information either.
        this.#pending[direction].add(id, isPassedOn ? { method: "" } : readRequest(builder, id, method, params));
      } else if (method === "session/update" && !isPassedOn) readUpdate(builder, params);
    } else if (isRequestId(id) && ("result" in message || "error" in message)) {
      const pending = this.#pending[direction === "to_agent" ? "to_client" : "to_agent"];
      const request = pending.take(id);
      if (request !== undefined) readResponse(builder, id, request, message);
      else if (!pending.isLossy)
        builder.oddity(undefined, `A response without a request, id ${nameRequest(id)}, ${sender(direction)}`);
    } else builder.oddity(undefined, `A message that is not JSON-RPC, ${sender(direction)}`);
  }
}

function sender(direction: Direction): string {
  return direction === "to_agent" ? "from the client" : "from the agent";
}
