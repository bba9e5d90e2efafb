// An MCP server made with the official SDK whose tool asks the user for a name.
import { McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

const server = new McpServer({ name: "asking", version: "1.0.0" });
const requestedSchema = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };

server.registerTool("greet", { description: "Greets the user.", inputSchema: z.object({}) }, async () => {
  const { action, content } = await server.server.elicitInput({ message: "Who are you?", requestedSchema });
  return { content: [{ type: "text", text: `${action}: ${String(content?.name)}` }] };
});
await server.connect(new StdioServerTransport());
