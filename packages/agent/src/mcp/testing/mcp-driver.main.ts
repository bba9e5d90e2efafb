// Starts servers and waits to be killed.
import type { McpServer } from "@parley/acp";
import { callTool } from "./call-tool.ts";
import { startServers } from "./start-servers.ts";

const servers = JSON.parse(process.argv[2] ?? "[]") as McpServer[];
const started = startServers(servers, { cwd: process.cwd() });
await started.until(({ status }) => status.every(({ state }) => state === "ready"));
await callTool(started.servers, "mcp__serve__daemon");
process.stdout.write("ready\n");
