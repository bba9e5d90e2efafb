// Lies in the JSON-RPC envelope.
import type { Lie } from "../lie.ts";

export const envelopeLies = {
  batch: frames("sends a batch", [
    [
      { jsonrpc: "2.0", method: "_x/one" },
      { jsonrpc: "2.0", id: 1, method: "_x/two" },
    ],
  ]),
  "wrong-version": frames("says jsonrpc 1.0", [{ jsonrpc: "1.0", id: "v1", method: "_x/old", params: {} }]),
  "no-version": frames("leaves jsonrpc out", [{ id: "none", method: "_x/none", params: {} }]),
  "odd-methods": frames("has methods that are not strings", [
    { jsonrpc: "2.0", id: "m1", method: 42 },
    { jsonrpc: "2.0", id: "m2", method: null },
    { jsonrpc: "2.0", method: { name: "x" } },
  ]),
  "odd-params": frames("has params that are not an object", [
    { jsonrpc: "2.0", id: "p1", method: "session/request_permission", params: "text" },
    { jsonrpc: "2.0", id: "p2", method: "session/request_permission", params: [1, 2] },
    { jsonrpc: "2.0", method: "session/update", params: 7 },
    { jsonrpc: "2.0", method: "session/update" },
  ]),
  "empty-object": frames("sends objects that are not messages", [
    {},
    { jsonrpc: "2.0" },
    { jsonrpc: "2.0", result: {} },
  ]),
  "result-and-null-error": answering("answers with a result and error null", (id) => ({
    id,
    result: { stopReason: "end_turn" },
    error: null,
  })),
  "result-and-error": answering("answers with a result and an error", (id) => ({
    id,
    result: { stopReason: "end_turn" },
    error: { code: -32603, message: "Both" },
  })),
  "neither-result-nor-error": answering("answers with neither result nor error", (id) => ({ id })),
  "bare-error": answering("answers with an error that is only a text", (id) => ({ id, error: "It broke" })),
  "null-result": {
    about: "answers null where an empty object belongs",
    instead: { "session/set_mode": ({ answer }) => answer(null) },
  },
} satisfies Record<string, Lie>;

function frames(about: string, list: readonly unknown[]): Lie {
  return {
    about,
    midTurn: ({ wire }) => {
      for (const frame of list) wire.send(frame);
    },
  };
}

function answering(about: string, toFrame: (id: unknown) => object): Lie {
  return {
    about,
    midTurn: ({ id, send, say }) => {
      say("after");
      send(toFrame(id));
      return "ended";
    },
  };
}
