// Opens everything a session needs to talk to a model. Expensive, so it is loaded after `session/new` was answered.
import type { ClientConnection } from "@parley/acp";
import { createCheckpoints } from "../checkpoints/create-checkpoints.ts";
import { noCheckpoints } from "../checkpoints/no-checkpoints.ts";
import { createSessionCommands } from "../client-io/create-session-commands.ts";
import { builtInCommands } from "../commands/built-in.ts";
import type { SlashCommand } from "../commands/command.ts";
import { toAvailable } from "../commands/to-available.ts";
import { loadUserCommands } from "../commands/user-commands.ts";
import { loadHooks } from "../hooks/load-hooks.ts";
import { readProjectMemory } from "../instructions/project-memory.ts";
import { createConversation } from "../loop/conversation.ts";
import { createCallRunner } from "../loop/tool-call.ts";
import { createMcpServers } from "../mcp/create-mcp-servers.ts";
import type { Recorder } from "../sessions/recorder.ts";
import { describeError } from "../text/sentences.ts";
import { codingTools } from "../tools/coding-tools.ts";
import { KeptNotes } from "../tools/memory/kept-notes.ts";
import { moreTools } from "../tools/more-tools.ts";
import type { SubAgentPort } from "../tools/tool-context.ts";
import type { Tool } from "../tools/tool.ts";
import type { AgentSession } from "./agent-session.ts";
import type { Agent } from "./agent.ts";
import { createToolContext, SessionResources } from "./create-tool-context.ts";
import { findMcpServers } from "@parley/home/mcp-servers";
import { Models } from "./session-models.ts";
import { createSessionPermissions } from "./session-permissions.ts";
import type { SessionRuntime } from "./session-runtime.ts";
import type { SessionSandbox } from "./session-sandbox.ts";
import { createSubAgents } from "./sub-agents.ts";

const OWN_TOOLS: readonly Tool[] = [...codingTools, ...moreTools];

export async function openSessionRuntime(agent: Agent, session: AgentSession): Promise<SessionRuntime> {
  const { parleyHome, snapshots, clock, log } = agent.options;
  const { id: sessionId, recorder, roots } = session;
  const { cwd } = session.folders;
  const notice = (severity: "info" | "warning", text: string): void => agent.notice(session, severity, text);
  const client = createOrderedClient(agent.client, recorder);
  const sandbox = await openSandbox(agent, session);
  const { hooks, userCommands, memory, servers, rules, problems } = await readSettings(agent, session, sandbox);
  const resources = new SessionResources();
  const conversation = createConversation(session.messages);
  const models = new Models(agent.userSettings.environment);
  const checkpoints = snapshots
    ? createCheckpoints({ sessionId, roots, parleyHome, takes: !agent.clientDecides, notice, clock, log })
    : noCheckpoints;
  const sessionCommands = createSessionCommands({ client, sessionId, sandbox, log });
  const tools = (): readonly Tool[] => [...OWN_TOOLS, ...mcp.tools];
  const permissions = createSessionPermissions({ agent, session, client, rules, models, conversation, tools });
  const onChange = (): void => announce();
  const questions = permissions.serverQuestions;
  const mcp = createMcpServers({ servers, cwd, parleyHome, roots, sandbox, notice, onChange, questions, log });
  const commands = (): readonly SlashCommand[] => [...builtInCommands, ...userCommands, ...mcp.commands];
  const announce = createAnnouncer(session, commands);
  const subAgents: SubAgentPort = {
    run: (task, signal, show) => createSubAgents(agent, session, runtime).run(task, signal, show),
  };
  const context = createToolContext({
    agent,
    session,
    client,
    permissions,
    commands: sessionCommands,
    subAgents,
    sandbox,
    resources,
  });
  const beforeEffect = async (ignoredFiles: readonly string[]): Promise<void> => {
    if (session.turn !== undefined) await checkpoints.beforeEffect(session.turn.id, ignoredFiles);
  };
  const runtime: SessionRuntime = {
    conversation,
    client,
    environment: agent.userSettings.environment,
    models,
    calls: createCallRunner({ context, approver: permissions.approver, hooks, beforeEffect }),
    callIds: session.callIds,
    checkpoints,
    hooks,
    mcp,
    openedAtMs: performance.now(),
    memory,
    notes: new KeptNotes({ cwd, parleyHome }),
    tools,
    commands,
    announce,
    async [Symbol.asyncDispose]() {
      await Promise.allSettled([resources, mcp, sessionCommands, checkpoints].map((one) => one[Symbol.asyncDispose]()));
      await sandbox?.[Symbol.asyncDispose]();
    },
  };
  for (const problem of problems) notice("warning", problem);
  if (memory.notice !== undefined) notice("info", memory.notice);
  return runtime;
}

/** Loaded only if a sandbox is configured. */
async function openSandbox(agent: Agent, session: AgentSession): Promise<SessionSandbox | undefined> {
  const { sandbox, parleyHome } = agent.options;
  if (sandbox === undefined) return undefined;
  const { openSessionSandbox } = await import("./session-sandbox.ts");
  const { roots } = session;
  return openSessionSandbox({
    ...sandbox,
    roots,
    parleyHome,
    rules: await agent.userSettings.rules(),
    notice: (text) => agent.notice(session, "warning", text),
  });
}

/** Reads hooks, commands, memory, MCP servers, rules and model settings from their files. */
async function readSettings(
  { options, userSettings }: Agent,
  { folders, roots }: AgentSession,
  sandbox: SessionSandbox | undefined,
) {
  const { parleyHome, log } = options;
  const { cwd, mcpServers: given } = folders;
  const isTrusted = await userSettings.isTrusted(cwd);
  const [{ hooks, notices }, user, memory, { servers, problems }, rules, models] = await Promise.all([
    loadHooks({ parleyHome, cwd, isTrusted: async () => isTrusted, sandbox, log }),
    loadUserCommands({ parleyHome, cwd, isTrusted }),
    readProjectMemory({ roots, parleyHome }),
    findMcpServers({ parleyHome, cwd, isTrusted, given }),
    userSettings.rules(),
    userSettings.modelOverrides(),
  ]);
  const userCommands = user.commands;
  return {
    hooks,
    userCommands,
    memory,
    servers,
    rules,
    problems: [...new Set([...notices, ...user.problems.map(describeError), ...problems, ...models.problems])],
  };
}

/** Sends the commands to the client if they have changed. */
function createAnnouncer(session: AgentSession, commands: () => readonly SlashCommand[]): () => void {
  let announced = "";
  return () => {
    const availableCommands = toAvailable(commands());
    const text = JSON.stringify(availableCommands);
    if (text === announced || session.isClosed) return;
    announced = text;
    session.recorder.send({ sessionUpdate: "available_commands_update", availableCommands });
  };
}

function createOrderedClient(client: ClientConnection, recorder: Pick<Recorder, "flush">): ClientConnection {
  const request: ClientConnection["request"] = (method, params, options) => {
    recorder.flush();
    return client.request(method, params, options);
  };
  return {
    request,
    notify: (method, params) => {
      recorder.flush();
      return client.notify(method, params);
    },
    get client() {
      return client.client;
    },
    supports: (capability) => client.supports(capability),
    extRequest: (method, params, options) => {
      recorder.flush();
      return client.extRequest(method, params, options);
    },
    extNotify: (method, params) => client.extNotify(method, params),
    drained: () => client.drained(),
    close: () => client.close(),
    closed: client.closed,
  };
}
