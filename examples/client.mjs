// An ACP client in 30 lines: starts any agent, sends one prompt, prints the answer, and allows nothing.
// Run it:  node examples/client.mjs "say hi" npx parley agent
import { connectToAgent, PROTOCOL_VERSION } from "@parley/acp";
import { createNdjsonTransport } from "@parley/rpc";
import { spawn } from "node:child_process";
import { once } from "node:events";

const [prompt, program, ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });

const agent = connectToAgent(createNdjsonTransport(child.stdout, child.stdin), () => ({
  "session/update": ({ update }) => {
    if (update.sessionUpdate === "agent_message_chunk" && update.content.type === "text")
      process.stdout.write(update.content.text);
  },
  "session/request_permission": ({ toolCall, options }) => {
    process.stderr.write(`Rejected: ${toolCall.title}\n`);
    const reject = options.find(({ kind }) => kind === "reject_once");
    return { outcome: reject ? { outcome: "selected", optionId: reject.optionId } : { outcome: "cancelled" } };
  },
}));

await agent.request("initialize", { protocolVersion: PROTOCOL_VERSION, clientCapabilities: {} });
const { sessionId } = await agent.request("session/new", { cwd: process.cwd(), mcpServers: [] });
const { stopReason } = await agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text: prompt }] });
process.stdout.write(`\n[${stopReason}]\n`);
child.stdin.end();
await once(child, "exit");
