// Requires a WebSocket's first message to be `initialize`, and renames older clients' fields.
import { isObject } from "@parley/base";
import { RpcError, type Receiver, type RequestId, type Transport } from "@parley/rpc";
import { fromLegacy } from "../legacy-fields.ts";

export interface GuardEvents {
  /** `initialize` was received. */
  onReady(): void;
  /** Another message came first. */
  onUnready(): void;
}

export function guardTransport(transport: Transport, events: GuardEvents): Transport {
  return {
    open: (receiver) => transport.open(guardReceiver(transport, receiver, events)),
    send: (message) => transport.send(message),
    drained: () => transport.drained(),
    pause: () => transport.pause(),
    resume: () => transport.resume(),
    close: () => transport.close(),
  };
}

function guardReceiver(transport: Transport, receiver: Receiver, events: GuardEvents): Receiver {
  let isInitialized = false;
  let isOver = false;
  return {
    message(value, bytes) {
      if (isOver) return;
      // Input that is not a message gets an error, before and after `initialize`.
      if (!isObject(value) || (typeof value["method"] !== "string" && !isInitialized)) {
        receiver.message(value, bytes);
        return;
      }
      const message = fromLegacy(value);
      const isInitialize = message["method"] === "initialize";
      if (isInitialize && isInitialized) {
        const error = RpcError.invalidRequest("The connection is already initialized").toWire();
        if ("id" in message) transport.send({ jsonrpc: "2.0", id: message["id"] as RequestId, error });
      } else if (!isInitialize && !isInitialized) {
        isOver = true;
        events.onUnready();
      } else {
        if (!isInitialized) events.onReady();
        isInitialized = true;
        receiver.message(message, bytes);
      }
    },
    malformed: (input) => receiver.malformed(input),
    closed: (reason) => receiver.closed(reason),
  };
}
