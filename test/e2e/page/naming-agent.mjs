// An agent that gives everything one name: itself, modes, commands, tools, files, choices, a currency, an error.
// Arguments: how the name begins, and how many letters follow.
import { createInterface } from "node:readline";

const [start = "", letters = "0"] = process.argv.slice(2);
const name = start + "n".repeat(Number(letters));

function write(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

const text = { type: "text", text: name };
const one = { id: name, name, description: name };
/** What a question is about is named as files can be. */
const ASKED = {
  toolCallId: "asked",
  title: name,
  kind: "edit",
  content: [{ type: "diff", path: start, oldText: null, newText: name }],
};
const OPTIONS = [
  { optionId: "yes", name, kind: "allow_once" },
  { optionId: "no", name: `no ${name}`, kind: "reject_once" },
];
const CALL = {
  toolCallId: name,
  title: name,
  kind: name,
  status: "pending",
  locations: [{ path: name, line: 1 }],
  rawInput: { [name]: name },
  content: [
    { type: "diff", path: name, oldText: null, newText: name },
    { type: "content", content: text },
  ],
};
const FORM = {
  type: "object",
  properties: { field: { type: "string", title: name, description: name, enum: [name, "other"] } },
};
const UPDATES = [
  { sessionUpdate: "session_info_update", title: name },
  { sessionUpdate: "available_commands_update", availableCommands: [{ ...one, input: { hint: name } }] },
  { sessionUpdate: "plan", entries: [{ content: name, priority: name, status: name }] },
  { sessionUpdate: "agent_thought_chunk", content: text },
  { sessionUpdate: "tool_call", ...CALL },
  { sessionUpdate: "usage_update", used: 1, size: 2, cost: { amount: 1, currency: name } },
  { sessionUpdate: "agent_message_chunk", content: { type: "resource_link", uri: name, name, title: name } },
  { sessionUpdate: name, [name]: name },
];

let answered = () => undefined;

function ask(method, params) {
  write({ id: method, method, params });
  return new Promise((resolve) => (answered = resolve));
}

async function prompt(id, { sessionId }) {
  for (const update of UPDATES) write({ method: "session/update", params: { sessionId, update } });
  await ask("session/request_permission", { sessionId, toolCall: ASKED, options: OPTIONS });
  await ask("elicitation/create", { sessionId, mode: "form", message: name, requestedSchema: FORM });
  write({ id, error: { code: -32000, message: name } });
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  const agentInfo = { name, title: name, version: name };
  const modes = { currentModeId: name, availableModes: [one, { ...one, id: "other" }] };
  const authMethods = [one];
  if (method === "initialize")
    write({ id, result: { protocolVersion: 1, agentCapabilities: {}, agentInfo, authMethods } });
  else if (method === "session/new") write({ id, result: { sessionId: "one", modes } });
  else if (method === "session/prompt") void prompt(id, params);
  else if (method === undefined) answered();
  else if (id !== undefined) write({ id, error: { code: -32601, message: name } });
}
