// An MCP server that has one of everything, and misbehaves on demand.
import { McpServer, ResourceTemplate, type CallToolResult, type ServerContext } from "@modelcontextprotocol/server";
import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";

/** One red pixel. */
export const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==";

export function createFixtureServer(): McpServer {
  const server = new McpServer(
    { name: "fixture", version: "1.0.0" },
    {
      instructions: "Use it with care.",
      capabilities: { tools: { listChanged: true }, prompts: { listChanged: true }, resources: { listChanged: true } },
    },
  );
  addPlainTools(server);
  addContentTools(server);
  addOddTools(server);
  addTalkingTools(server);
  addPromptsAndResources(server);
  return server;
}

function text(value: string): CallToolResult {
  return { content: [{ type: "text", text: value }] };
}

function addPlainTools(server: McpServer): void {
  server.registerTool(
    "echo",
    {
      title: "Echo",
      description: "Says the same again.",
      inputSchema: z.object({ text: z.string() }),
      annotations: { readOnlyHint: true },
    },
    ({ text: said }) => text(said),
  );
  server.registerTool("files.remove", { annotations: { destructiveHint: true } }, () => text("removed"));
  server.registerTool("fail", {}, () => ({ ...text("it went wrong"), isError: true }));
  server.registerTool("variables", {}, () => text(JSON.stringify(process.env)));
  server.registerTool("grow", {}, () => {
    server.registerTool("grown", {}, () => text("here I am"));
    server.registerPrompt("grown", {}, () => ({ messages: [] }));
    return text("grown");
  });
}

function addContentTools(server: McpServer): void {
  server.registerTool("media", {}, () => ({
    content: [
      { type: "text", text: "all sorts" },
      { type: "image", data: PIXEL, mimeType: "image/png" },
      { type: "audio", data: "AAAA", mimeType: "audio/wav" },
      { type: "resource_link", uri: "memo://one", name: "one", description: "the first" },
      { type: "resource", resource: { uri: "memo://two", text: "embedded text" } },
      { type: "resource", resource: { uri: "memo://three", mimeType: "application/zip", blob: "AAAA" } },
    ],
  }));
  const outputSchema = z.object({ sum: z.number() });
  server.registerTool("structured", { outputSchema }, () => ({ content: [], structuredContent: { sum: 3 } }));
  server.registerTool("flood", {}, () => text("flood ".repeat(1_000_000)));
  server.registerTool("images", {}, () => ({
    content: Array.from({ length: 40 }, () => ({ type: "image" as const, data: PIXEL, mimeType: "image/png" })),
  }));
}

function addOddTools(server: McpServer): void {
  const file = z.object({ file: z.string() });
  server.registerTool("crash", {}, () => {
    process.stderr.write("the fixture crashes, with token hunter2-hunter2\n");
    process.exit(3);
  });
  server.registerTool("hang", { inputSchema: file }, ({ file: path }, { mcpReq: { signal } }) => {
    appendFileSync(path, "called\n");
    const note = (): void => appendFileSync(path, "cancelled\n");
    // Both may have come in one piece.
    if (signal.aborted) note();
    else signal.addEventListener("abort", note);
    return new Promise(() => undefined);
  });
  server.registerTool("daemon", {}, () => {
    // In a session of its own, so that only who looks for it finds it.
    const child = spawn("sleep", ["60"], { detached: true, stdio: "ignore" });
    child.unref();
    return text(String(child.pid));
  });
  server.registerTool("spam", {}, () => {
    for (let times = 0; times < 500; times += 1) server.sendToolListChanged();
    return text("spammed");
  });
  server.registerTool("noise", {}, async () => {
    process.stdout.write('a line of no JSON\n[1, 2]\n{"jsonrpc": "2.0", "id": 999999, "result": {}}\n\u0000\n');
    process.stderr.write("x".repeat(500_000));
    return text("noisy");
  });
}

function addTalkingTools(server: McpServer): void {
  server.registerTool(
    "slow",
    { inputSchema: z.object({ steps: z.number(), everyMs: z.number() }) },
    async ({ steps, everyMs }, { mcpReq: { _meta: meta, notify } }) => {
      for (let step = 1; step <= steps; step += 1) {
        await delay(everyMs);
        const progressToken = meta?.progressToken ?? 0;
        const params = { progressToken, progress: step, total: steps, message: `step ${step}` };
        await notify({ method: "notifications/progress", params });
      }
      return text("done");
    },
  );
  server.registerTool("roots", {}, async (context) => text(JSON.stringify(await ask(context, "roots/list"))));
  server.registerTool("elicit", { inputSchema: z.looseObject({}) }, async (input, context) => {
    const params = { message: "Who?", requestedSchema: { type: "object", properties: {} }, ...input };
    return text(JSON.stringify(await ask(context, "elicitation/create", params)));
  });
  server.registerTool("page", { inputSchema: z.object({ url: z.string() }) }, async ({ url }, context) => {
    const params = { mode: "url", message: "Open it", url, elicitationId: "theirs" };
    const answer = await ask(context, "elicitation/create", params);
    await context.mcpReq.notify({ method: "notifications/elicitation/complete", params: { elicitationId: "theirs" } });
    return text(JSON.stringify(answer));
  });
  server.registerTool("sample", {}, async (context) => {
    const params = { messages: [], maxTokens: 1 };
    return text(JSON.stringify(await ask(context, "sampling/createMessage", params)));
  });
}

/** Whether the client offered it or not. */
async function ask({ mcpReq }: ServerContext, method: string, params: Record<string, unknown> = {}): Promise<unknown> {
  try {
    return await mcpReq.send({ method, params }, z.looseObject({}));
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) };
  }
}

function addPromptsAndResources(server: McpServer): void {
  server.registerPrompt(
    "greet",
    { description: "Greets somebody.", argsSchema: z.object({ name: z.string(), tone: z.string().optional() }) },
    ({ name, tone }) => ({
      messages: [
        { role: "user", content: { type: "text", text: `Greet ${name}, ${tone ?? "kindly"}.` } },
        { role: "assistant", content: { type: "text", text: "Hello" } },
        { role: "user", content: { type: "image", data: PIXEL, mimeType: "image/png" } },
      ],
    }),
  );
  server.registerResource("one memo", "memo://one", { description: "The first." }, ({ href }) => ({
    contents: [{ uri: href, text: "the text of one" }],
  }));
  server.registerResource("picture", "memo://picture", {}, ({ href }) => ({
    contents: [{ uri: href, mimeType: "image/png", blob: PIXEL }],
  }));
  const template = new ResourceTemplate("memo://by-name/{name}", { list: undefined });
  server.registerResource("by name", template, {}, ({ href }, { name }) => ({
    contents: [{ uri: href, text: `about ${String(name)}` }],
  }));
}
