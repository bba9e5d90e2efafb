// JSON-RPC over stdin and stdout for the peers in this folder. They share no code with the packages that they test.
import { createInterface } from "node:readline";

/** `handle(method, params)` answers the other side's requests; what it returns is the result. */
export function startPeer(handle) {
  const waiting = new Map();
  let nextId = 1;
  const peer = {
    notify: (method, params) => send({ method, params }),
    /** Resolves with the whole answer, error or result: a test wants to see either. */
    ask(method, params) {
      const id = `own-${nextId++}`;
      send({ id, method, params });
      return new Promise((resolve) => waiting.set(id, resolve));
    },
  };
  createInterface({ input: process.stdin }).on("line", (line) => void read(line));

  async function read(line) {
    const { id, method, params, result, error } = JSON.parse(line);
    if (method === undefined) {
      waiting.get(id)?.({ result, error });
      waiting.delete(id);
      return;
    }
    const answer = await handle(method, params ?? {}, peer);
    if (id === undefined) return;
    if (answer === undefined) send({ id, error: { code: -32601, message: `Method not found: ${method}` } });
    else send({ id, result: answer });
  }
}

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

/** The words of a prompt. */
export function textOf(prompt) {
  return prompt.map(({ text = "" }) => text).join("");
}
