// An MCP server made with the official SDK: one tool and one prompt with an argument.
import { McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

const server = new McpServer({ name: "greeter", version: "1.0.0" });
const who = z.object({ who: z.string() });

server.registerTool("greet", { description: "Greets a person.", inputSchema: who }, (input) => ({
  content: [{ type: "text", text: `Hello, ${input.who}` }],
}));
server.registerPrompt("welcome", { description: "Welcomes a person", argsSchema: who }, (input) => ({
  description: "A welcome",
  messages: [
    { role: "user", content: { type: "text", text: `Write a welcome for ${input.who.toUpperCase()}.` } },
    { role: "assistant", content: { type: "text", text: "With pleasure." } },
  ],
}));
await server.connect(new StdioServerTransport());
