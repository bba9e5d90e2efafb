// An agent for tests of settings: it says what it was started with. With TELL_SIGN_IN, it refuses sessions until it is signed in to.
import { createInterface } from "node:readline";

const send = (frame) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...frame })}\n`);
const sessions = new Map();
const lengths = (pairs) => pairs.map(({ name, value }) => `${name}=${value.length}`).join(",");
let count = 0;
let isSignedIn = process.env.TELL_SIGN_IN === undefined;

const handlers = {
  initialize: () => ({
    protocolVersion: 1,
    agentInfo: { name: "reporting", title: "Reporting agent", version: "1.0.0" },
    agentCapabilities: { loadSession: true, mcpCapabilities: { http: true } },
    authMethods: isSignedIn ? [] : [{ id: "key", name: "By a key", description: "Prints a code" }],
  }),
  authenticate: () => {
    process.stderr.write("Open https://example.com/device and enter the code ABCD-1234\n");
    isSignedIn = true;
    return {};
  },
  "session/new": ({ mcpServers }) => {
    if (!isSignedIn) throw Object.assign(new Error("Authentication required"), { code: -32000 });
    count += 1;
    const sessionId = `s${process.pid}-${count}`;
    sessions.set(sessionId, mcpServers);
    return { sessionId };
  },
  "session/load": ({ sessionId, mcpServers }) => {
    sessions.set(sessionId, mcpServers);
    return {};
  },
  "session/prompt": ({ sessionId }) => {
    const servers = sessions.get(sessionId) ?? [];
    const shown = servers
      .filter(({ name }) => name !== "editor")
      .map(({ name, env, headers }) => `${name}(${lengths(env ?? headers ?? [])})`);
    const text = `key ${(process.env.TELL_KEY ?? "").length}, word ${process.env.TELL_WORD ?? "none"}, servers ${shown.join(" ") || "none"}.`;
    const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text } };
    send({ method: "session/update", params: { sessionId, update } });
    return { stopReason: "end_turn" };
  },
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const handler = handlers[method];
  if (handler === undefined) return send({ id, error: { code: -32601, message: `no ${method}` } });
  try {
    send({ id, result: handler(params) });
  } catch (error) {
    send({ id, error: { code: error.code ?? -32603, message: error.message } });
  }
});
