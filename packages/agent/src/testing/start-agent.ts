// Our agent as a process of its own, with a client in this one: for what can only happen to a process.
import { connectToAgent, type AgentConnection, type SessionUpdate } from "@parley/acp";
import type { RpcLimits } from "@parley/rpc";
import {
  bundleProgram,
  createFakeClient,
  startProgram,
  type ChildProgram,
  type TempFolder,
} from "@parley/test-support";
import { mkdir } from "node:fs/promises";
import type { CodingAgentOptions } from "../session-runtime/options.ts";

export interface StartedAgent extends AsyncDisposable {
  readonly agent: AgentConnection;
  readonly child: ChildProgram;
  readonly cwd: string;
  readonly parleyHome: string;
  readonly updates: SessionUpdate[];
  newSession(): Promise<string>;
  load(sessionId: string): Promise<void>;
  prompt(sessionId: string, text: string): Promise<{ readonly stopReason: string }>;
  /** At once, as `kill -9` does. */
  kill(): Promise<void>;
}

const MAIN = new URL("./own-agent.main.ts", import.meta.url);

export async function startAgent(
  folder: TempFolder,
  options: Partial<CodingAgentOptions> = {},
  limits: Partial<RpcLimits> = {},
): Promise<StartedAgent> {
  const cwd = folder.file("work");
  const parleyHome = folder.file("home");
  await mkdir(cwd, { recursive: true });
  const args = [JSON.stringify({ parleyHome, env: {}, ...options })];
  const child = startProgram(await bundleProgram(MAIN), { args, cwd });
  const updates: SessionUpdate[] = [];
  const agent = connectToAgent(
    child.transport(limits),
    () => ({ ...createFakeClient().handlers, "session/update": ({ update }) => void updates.push(update) }),
    { limits },
  );
  await agent.request("initialize", { protocolVersion: 1, clientCapabilities: { session: { notices: {} } } });
  return {
    agent,
    child,
    cwd,
    parleyHome,
    updates,
    async newSession() {
      return (await agent.request("session/new", { cwd, mcpServers: [] })).sessionId;
    },
    async load(sessionId) {
      await agent.request("session/load", { sessionId, cwd, mcpServers: [] });
    },
    prompt: (sessionId, text) => agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] }),
    async kill() {
      process.kill(child.pid, "SIGKILL");
      await child.exited;
      await child.marker.reap();
    },
    async [Symbol.asyncDispose]() {
      await agent.close();
      await child[Symbol.asyncDispose]();
    },
  };
}
