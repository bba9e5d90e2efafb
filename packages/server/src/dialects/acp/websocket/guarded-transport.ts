// Holds a WebSocket to its first message, which must be `initialize`, and gives older clients' fields their names.
import { isObject } from "@parley/base";
import { RpcError, type Receiver, type RequestId, type Transport } from "@parley/rpc";
import { fromLegacy } from "../legacy-fields.ts";

export interface GuardEvents {
  /** `initialize` came. */
  onReady(): void;
  /** Something else came before. */
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
        const error = RpcError.invalidRequest("The connection is initialized already").toWire();
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
