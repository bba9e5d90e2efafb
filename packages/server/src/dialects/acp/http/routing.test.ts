import type { Message } from "@parley/rpc";
import { describe, expect, it } from "vitest";
import { ACP_UNANSWERED_MAX } from "../../../limits.ts";
import { Routing, sessionIdOf } from "./routing.ts";

const nobody = (): boolean => false;
const everybody = (): boolean => true;
const ask = (id: number | string, sessionId: string): Message => ({
  jsonrpc: "2.0",
  id,
  method: "session/request_permission",
  params: { sessionId },
});
const answer = (id: number | string): Message => ({ jsonrpc: "2.0", id, result: {} });

describe("a message", () => {
  it("about a session goes to the session's stream, and any other to the connection's", () => {
    const routing = new Routing();
    const update: Message = { jsonrpc: "2.0", method: "session/update", params: { sessionId: "s1" } };
    expect(routing.outgoing(update, nobody)).toBe("s1");
    expect(routing.outgoing({ jsonrpc: "2.0", method: "hello" }, nobody)).toBeUndefined();
  });

  it("that answers a request goes once where the request belongs", () => {
    const routing = new Routing();
    routing.incoming({ id: 1, method: "session/prompt" }, "s1");
    routing.incoming({ id: "1", method: "session/new" }, undefined);
    expect(routing.outgoing(answer("1"), everybody)).toBeUndefined();
    expect(routing.outgoing(answer(1), nobody)).toBe("s1");
    expect(routing.outgoing(answer(1), nobody)).toBeUndefined();
  });

  it("that answers the loading of a session goes to its stream only if someone reads that", () => {
    for (const [isRead, scope] of [
      [nobody, undefined],
      [everybody, "s1"],
    ] as const) {
      const routing = new Routing();
      routing.incoming({ id: 1, method: "session/load" }, "s1");
      expect(routing.outgoing(answer(1), isRead)).toBe(scope);
    }
  });

  it("that cancels a question follows the question, until that is answered", () => {
    const routing = new Routing();
    const cancel = (requestId: unknown): Message => ({
      jsonrpc: "2.0",
      method: "$/cancel_request",
      params: { requestId },
    });
    expect(routing.outgoing(ask(5, "s1"), nobody)).toBe("s1");
    expect(routing.sessionOfAnswer(5)).toBe("s1");
    expect(routing.outgoing(cancel(5), nobody)).toBe("s1");
    expect(routing.outgoing(cancel({}), nobody)).toBeUndefined();
    routing.incoming({ id: 5, result: {} }, "s1");
    expect(routing.sessionOfAnswer(5)).toBeUndefined();
    expect(routing.outgoing(cancel(5), nobody)).toBeUndefined();
  });
});

it("questions that nobody answers are forgotten at some point, the oldest first", () => {
  const routing = new Routing();
  for (let id = 0; id <= ACP_UNANSWERED_MAX; id += 1) routing.outgoing(ask(id, `s${id}`), nobody);
  expect(routing.sessionOfAnswer(0)).toBeUndefined();
  expect(routing.sessionOfAnswer(1)).toBe("s1");
  expect(routing.sessionOfAnswer(ACP_UNANSWERED_MAX)).toBe(`s${ACP_UNANSWERED_MAX}`);
});

it.each([undefined, null, "s1", ["s1"], {}, { sessionId: 1 }, { sessionId: null }])("%j names no session", (params) => {
  expect(sessionIdOf(params)).toBeUndefined();
});
