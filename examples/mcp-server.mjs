// An MCP server in 30 lines, with one tool: roll a die. Any JSON-RPC peer will do, so this one uses ours.
// Bind it:  put {"mcpServers": {"dice": {"command": "node", "args": ["/path/to/mcp-server.mjs"]}}} into ~/.parley/config.json
import { createNdjsonTransport, createPeer, ErrorCodes, RpcError } from "@parley/rpc";
import { randomInt } from "node:crypto";

const roll = {
  name: "roll",
  description: "Roll a die",
  inputSchema: { type: "object", properties: { sides: { type: "integer", minimum: 2, default: 6 } } },
};

createPeer(createNdjsonTransport(process.stdin, process.stdout), {
  requests: {
    initialize: ({ protocolVersion }) => ({
      protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: "dice", version: "1.0.0" },
    }),
    "tools/list": () => ({ tools: [roll] }),
    "tools/call": ({ name, arguments: { sides = 6 } = {} }) => {
      if (name !== roll.name) throw new RpcError(ErrorCodes.invalidParams, `Tool "${name}" not found`);
      return { content: [{ type: "text", text: `You rolled ${randomInt(1, sides + 1)} of ${sides}.` }] };
    },
  },
});
