// An agent made with the official SDK: what our client must get along with. A prompt names the scene to play.
import { agent, RequestError, type AgentApp, type AgentContext, type SessionUpdate } from "@agentclientprotocol/sdk";
import { everyUpdate } from "./every-update.ts";

export interface SdkAgentOptions {
  /** Only the baseline methods, and no capability. */
  readonly bare?: boolean;
}

type Scene = (client: AgentContext, sessionId: string, cancelled: AbortSignal) => Promise<unknown>;

export function createSdkAgent({ bare = false }: SdkAgentOptions): AgentApp {
  const turns = new Map<string, AbortController>();
  const app = agent({ name: "sdk-agent" })
    .onRequest("initialize", () => ({ protocolVersion: 1, ...(bare ? {} : ANNOUNCED) }))
    .onRequest("session/new", () => ({ sessionId: `sdk-${(sessionCount += 1)}`, modes: MODES, configOptions: OPTIONS }))
    .onRequest("session/prompt", async ({ params: { sessionId, prompt }, client }) => {
      const [block] = prompt;
      const scene = scenes[block?.type === "text" ? block.text : ""] ?? scenes["updates"];
      const turn = new AbortController();
      turns.set(sessionId, turn);
      const reply = await scene?.(client, sessionId, turn.signal);
      if (reply !== undefined) await say(client, sessionId, JSON.stringify(reply));
      return { stopReason: turn.signal.aborted ? "cancelled" : "end_turn" };
    })
    .onNotification("session/cancel", ({ params }) => turns.get(params.sessionId)?.abort());
  return bare ? app : addOptional(app);
}

let sessionCount = 0;

function addOptional(app: AgentApp): AgentApp {
  return app
    .onRequest("authenticate", ({ params }) => {
      if (params.methodId !== "sdk-login") throw RequestError.invalidParams({ methodId: params.methodId });
    })
    .onRequest("logout", () => undefined)
    .onRequest("session/load", async ({ params: { sessionId }, client }) => {
      for (const update of everyUpdate) await client.notify("session/update", { sessionId, update });
      return { modes: MODES, configOptions: OPTIONS };
    })
    .onRequest("session/resume", () => ({}))
    .onRequest("session/list", ({ params: { cursor } }) =>
      cursor === PAGE_TWO
        ? { sessions: [{ sessionId: "b", cwd: "/workspace" }] }
        : { sessions: [{ sessionId: "a", cwd: "/workspace", title: "A" }], nextCursor: PAGE_TWO },
    )
    .onRequest("session/close", () => undefined)
    .onRequest("session/delete", () => undefined)
    .onRequest("session/set_mode", () => undefined)
    .onRequest("session/set_config_option", () => ({ configOptions: OPTIONS }))
    .onRequest(
      "_sdk/echo",
      (params: unknown) => params,
      ({ params }) => params,
    );
}

/** Not to be read by anybody, least of all a URL parser. */
const PAGE_TWO = "p=2&x= ü/ + ==";

const ANNOUNCED = {
  agentInfo: { name: "sdk-agent", version: "2.4.0" },
  authMethods: [{ id: "sdk-login", name: "Sign in" }],
  agentCapabilities: {
    loadSession: true,
    promptCapabilities: { image: true, audio: true, embeddedContext: true },
    mcpCapabilities: { http: true, sse: true },
    sessionCapabilities: { list: {}, delete: {}, resume: {}, close: {}, additionalDirectories: {} },
    auth: { logout: {} },
  },
};

const MODES = { currentModeId: "code", availableModes: [{ id: "code", name: "Code" }] };
const OPTIONS = [
  {
    id: "mode",
    name: "Mode",
    type: "select" as const,
    currentValue: "code",
    options: [{ value: "code", name: "Code" }],
  },
];

const TOOL_CALL = { toolCallId: "call-1", title: "Write a file", kind: "edit" as const };
const PERMISSION_OPTIONS = [
  { optionId: "yes", name: "Yes", kind: "allow_once" as const },
  { optionId: "no", name: "No", kind: "reject_once" as const },
];

const scenes: Readonly<Record<string, Scene>> = {
  updates: async (client, sessionId) => {
    for (const update of everyUpdate) await client.notify("session/update", { sessionId, update });
  },
  stream: async (client, sessionId) => {
    for (let index = 0; index < 300; index += 1) await say(client, sessionId, String(index));
  },
  permission: (client, sessionId) =>
    client.request("session/request_permission", { sessionId, toolCall: TOOL_CALL, options: PERMISSION_OPTIONS }),
  wait: async (client, sessionId, cancelled) => {
    const ask = () =>
      client.request("session/request_permission", { sessionId, toolCall: TOOL_CALL, options: PERMISSION_OPTIONS });
    const answers = await Promise.all([ask(), ask()]);
    if (!cancelled.aborted) await new Promise((resolve) => cancelled.addEventListener("abort", resolve));
    return answers;
  },
  files: async (client, sessionId) => {
    await client.request("fs/write_text_file", { sessionId, path: "/workspace/a.txt", content: "one\ntwo\n" });
    return client.request("fs/read_text_file", { sessionId, path: "/workspace/a.txt", line: 2, limit: 1 });
  },
  terminal: async (client, sessionId) => {
    const terminal = await client.createTerminal({ sessionId, command: "sleep", args: ["100"], cwd: "/workspace" });
    const { output } = await terminal.currentOutput();
    await terminal.kill();
    const exit = await terminal.waitForExit();
    await terminal.release();
    return { output, exit };
  },
  questions: async (client, sessionId) => {
    const requestedSchema = { type: "object" as const, properties: { name: { type: "string" as const } } };
    const form = await client.request("elicitation/create", { sessionId, mode: "form", message: "?", requestedSchema });
    const page = { mode: "url" as const, elicitationId: "page 1/ü", url: "https://example.com/" };
    const url = await client.request("elicitation/create", { sessionId, message: "?", ...page });
    await client.notify("elicitation/complete", { elicitationId: page.elicitationId });
    await client.notify("elicitation/complete", { elicitationId: "unknown" });
    return [form, url];
  },
  extensions: async (client, sessionId) => {
    await client.notify("_x/unheard-of", { sessionId });
    const pong = await client.request("_parley/ping", {});
    const unknown = await client.request("_x/unknown", {}).catch((error: unknown) => (error as RequestError).code);
    return { pong, unknown };
  },
};

async function say(client: AgentContext, sessionId: string, text: string): Promise<void> {
  const update: SessionUpdate = { sessionUpdate: "agent_message_chunk", content: { type: "text", text } };
  await client.notify("session/update", { sessionId, update });
}
