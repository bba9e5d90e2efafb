// The least an agent needs: JSON-RPC over stdin and stdout, and the baseline methods of ACP.
import { createInterface } from "node:readline";

const write = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

/** Told of a prompt, it gives the stop reason, or throws `{code, message}`. */
export function serveAgent(onPrompt) {
  const pending = new Map();
  const sessions = new Map();
  let lastId = 0;

  const request = (method, params) => {
    lastId += 1;
    const id = lastId;
    write({ id, method, params });
    return new Promise((resolve, reject) => pending.set(id, { resolve, reject }));
  };

  const handlers = {
    initialize: () => ({
      protocolVersion: 1,
      agentCapabilities: { promptCapabilities: { image: true, audio: true, embeddedContext: true } },
    }),
    "session/new": ({ cwd }) => {
      const sessionId = `session-${sessions.size + 1}`;
      sessions.set(sessionId, { cwd, history: [], cancelled: undefined });
      return { sessionId };
    },
    "session/prompt": async ({ sessionId, prompt }) => {
      const session = sessions.get(sessionId);
      const controller = new AbortController();
      session.controller = controller;
      const update = (body) => write({ method: "session/update", params: { sessionId, update: body } });
      const say = (content) => update({ sessionUpdate: "agent_message_chunk", content });
      const ask = (method, params) => request(method, { sessionId, ...params });
      return { stopReason: await onPrompt({ prompt, session, say, update, ask, signal: controller.signal }) };
    },
    "session/cancel": ({ sessionId }) => sessions.get(sessionId)?.controller?.abort(),
  };

  const answer = async ({ id, method, params }) => {
    const handler = handlers[method];
    if (handler === undefined) return write({ id, error: { code: -32601, message: `Unknown method ${method}` } });
    try {
      write({ id, result: (await handler(params)) ?? {} });
    } catch (error) {
      write({ id, error: { code: error.code ?? -32603, message: error.message } });
    }
  };

  createInterface({ input: process.stdin }).on("line", (line) => {
    const message = JSON.parse(line);
    if (message.method === undefined) {
      const waiting = pending.get(message.id);
      pending.delete(message.id);
      if (message.error === undefined) waiting?.resolve(message.result);
      else waiting?.reject(message.error);
    } else if (message.id === undefined) handlers[message.method]?.(message.params);
    else void answer(message);
  });
}
