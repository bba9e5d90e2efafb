// A receiver that only writes down what a transport tells it.
import type { ParleyError } from "@parley/base";
import type { MalformedInput, Receiver } from "../transport.ts";
import { Queue } from "./queue.ts";

export interface Recorder extends Receiver {
  readonly messages: Queue<unknown>;
  readonly faults: Queue<MalformedInput>;
  /** Settles when the transport says that it is closed. */
  readonly end: Promise<ParleyError | undefined>;
  readonly endings: number;
}

export function createRecorder(): Recorder {
  const messages = new Queue<unknown>();
  const faults = new Queue<MalformedInput>();
  let settle: ((reason: ParleyError | undefined) => void) | undefined;
  let endings = 0;
  const end = new Promise<ParleyError | undefined>((resolve) => {
    settle = resolve;
  });
  return {
    messages,
    faults,
    end,
    get endings() {
      return endings;
    },
    message: (value) => messages.push(value),
    malformed: (input) => faults.push(input),
    closed(reason) {
      endings += 1;
      settle?.(reason);
    },
  };
}
