// A peer that sends exactly what a test gives it and keeps what it receives: nothing is checked, nothing is answered.
import { type ParleyError, isObject } from "@parley/base";
import { type MalformedInput, type Message, type Transport } from "@parley/rpc";
import { createInbox, type Inbox } from "./inbox.ts";

export type Frame = Readonly<Record<string, unknown>>;

export interface RawPeer {
  readonly heard: Inbox<Frame>;
  readonly malformed: readonly MalformedInput[];
  readonly closed: Promise<ParleyError | undefined>;
  send(frame: unknown): void;
  /** Sends a request and waits for the answer with its id. */
  ask(id: unknown, method: string, params?: unknown): Promise<Frame>;
  answerTo(id: unknown): Promise<Frame>;
  /** A request or notification of that method; `count` says which one, from 1. */
  called(method: string, count?: number): Promise<Frame>;
}

export function createRawPeer(transport: Transport): RawPeer {
  const heard = createInbox<Frame>();
  const malformed: MalformedInput[] = [];
  const closed = new Promise<ParleyError | undefined>((resolve) => {
    transport.open({
      message: (value) => heard.push(isObject(value) ? value : { value }),
      malformed: (input) => malformed.push(input),
      closed: resolve,
    });
  });
  const answerTo = (id: unknown): Promise<Frame> =>
    heard.find(`the answer to ${JSON.stringify(id)}`, (frame) => !("method" in frame) && frame["id"] === id);
  const send = (frame: unknown): void => {
    transport.send(frame as Message);
  };
  return {
    heard,
    malformed,
    closed,
    send,
    answerTo,
    ask(id, method, params) {
      send({ jsonrpc: "2.0", id, method, params });
      return answerTo(id);
    },
    called: (method, count = 1) => heard.find(`${method} (${count})`, (frame) => frame["method"] === method, count),
  };
}
