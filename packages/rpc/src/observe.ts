// Watches any transport from outside. An observer that throws loses its observation, never the traffic.
import type { ParleyError } from "@parley/base";
import type { Message } from "./message.ts";
import type { MalformedInput, Receiver, SendOutcome, Transport } from "./transport.ts";

export interface TransportObserver {
  sent?(message: Message, outcome: SendOutcome): void;
  received?(value: unknown, bytes: number): void;
  malformed?(input: MalformedInput): void;
  closed?(reason: ParleyError | undefined): void;
  /** An observer's own failure, so that it is not lost. */
  failed?(cause: unknown): void;
}

/** Received values are shown before they are delivered: a decoder may repair them in place afterwards. */
export function observe(transport: Transport, observer: TransportObserver): Transport {
  const look = (show: () => void): void => {
    try {
      show();
    } catch (cause) {
      observer.failed?.(cause);
    }
  };
  const wrap = (receiver: Receiver): Receiver => ({
    message(value, bytes) {
      look(() => observer.received?.(value, bytes));
      receiver.message(value, bytes);
    },
    malformed(input) {
      look(() => observer.malformed?.(input));
      receiver.malformed(input);
    },
    closed(reason) {
      look(() => observer.closed?.(reason));
      receiver.closed(reason);
    },
  });
  return {
    open: (receiver) => transport.open(wrap(receiver)),
    send(message) {
      const outcome = transport.send(message);
      look(() => observer.sent?.(message, outcome));
      return outcome;
    },
    drained: () => transport.drained(),
    pause: () => transport.pause(),
    resume: () => transport.resume(),
    close: () => transport.close(),
  };
}
