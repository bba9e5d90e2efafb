// Puts together what a session needs to talk to a model. Heavy: loaded after `session/new` was answered.
import type { Agent } from "../acp/agent.ts";
import { createCheckpoints } from "../checkpoints/create-checkpoints.ts";
import { noCheckpoints } from "../checkpoints/no-checkpoints.ts";
import { builtInCommands } from "../commands/built-in.ts";
import type { SlashCommand } from "../commands/command.ts";
import { toAvailable } from "../commands/to-available.ts";
import { loadUserCommands } from "../commands/user-commands.ts";
import { loadHooks } from "../hooks/load-hooks.ts";
import { readProjectMemory } from "../instructions/project-memory.ts";
import { createConversation } from "../loop/conversation.ts";
import { createMcpServers } from "../mcp/create-mcp-servers.ts";
import { createCommandReach } from "../reach/create-command-reach.ts";
import type { AgentSession } from "../sessions/agent-session.ts";
import { describeError } from "../text/sentences.ts";
import { codingTools } from "../tools/coding-tools.ts";
import { KeptNotes } from "../tools/memory/kept-notes.ts";
import { moreTools } from "../tools/more-tools.ts";
import { createCallRunner } from "../loop/tool-call.ts";
import type { Tool } from "../tools/tool.ts";
import type { SubAgentPort } from "../tools/tool-context.ts";
import { createJudgement } from "./create-judgement.ts";
import { createToolContext } from "./create-tool-context.ts";
import { findServers } from "./find-servers.ts";
import { Kept } from "./kept.ts";
import { Models } from "./models.ts";
import { createOrderedClient } from "./ordered-client.ts";
import type { SessionSandbox } from "./session-sandbox.ts";
import type { SessionKit } from "./session-kit.ts";
import { createSubAgents } from "./sub-agents.ts";

const OWN_TOOLS: readonly Tool[] = [...codingTools, ...moreTools];

export async function openKit(agent: Agent, session: AgentSession): Promise<SessionKit> {
  const { parleyHome, snapshots, clock, log } = agent.options;
  const { id: sessionId, recorder, roots } = session;
  const { cwd } = session.place;
  const notice = (severity: "info" | "warning", text: string): void => agent.notice(session, severity, text);
  const client = createOrderedClient(agent.client, recorder);
  const sandbox = await openSandbox(agent, session);
  const { hooks, userCommands, memory, servers, rules, problems } = await readSettings(agent, session, sandbox);
  const kept = new Kept();
  const conversation = createConversation(session.messages);
  const models = new Models(agent.surroundings.environment);
  const checkpoints = snapshots
    ? createCheckpoints({ sessionId, roots, parleyHome, notice, clock, log })
    : noCheckpoints;
  const commandReach = createCommandReach({ client, sessionId, sandbox, log });
  const mcp = createMcpServers({ servers, cwd, roots, sandbox, notice, onChange: () => announce(), log });
  const tools = (): readonly Tool[] => [...OWN_TOOLS, ...mcp.tools];
  const commands = (): readonly SlashCommand[] => [...builtInCommands, ...userCommands, ...mcp.commands];
  const announce = createAnnouncer(session, commands);
  const judgement = createJudgement({ agent, session, client, rules, models, conversation, tools });
  const subAgents: SubAgentPort = {
    run: (task, signal, show) => createSubAgents(agent, session, kit).run(task, signal, show),
  };
  const context = createToolContext({
    agent,
    session,
    client,
    judgement,
    commands: commandReach,
    subAgents,
    sandbox,
    kept,
  });
  const beforeEffect = async (ignoredFiles: readonly string[]): Promise<void> => {
    if (session.turn !== undefined) await checkpoints.beforeEffect(session.turn.id, ignoredFiles);
  };
  const kit: SessionKit = {
    conversation,
    client,
    environment: agent.surroundings.environment,
    models,
    calls: createCallRunner({ context, gate: judgement.gate, hooks, beforeEffect }),
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
      await Promise.allSettled([kept, mcp, commandReach, checkpoints].map((one) => one[Symbol.asyncDispose]()));
      await sandbox?.[Symbol.asyncDispose]();
    },
  };
  for (const problem of problems) notice("warning", problem);
  if (memory.notice !== undefined) notice("info", memory.notice);
  return kit;
}

/** Loaded where one is wanted. */
async function openSandbox(agent: Agent, session: AgentSession): Promise<SessionSandbox | undefined> {
  const { sandbox, parleyHome } = agent.options;
  if (sandbox === undefined) return undefined;
  const { openSessionSandbox } = await import("./session-sandbox.ts");
  const { roots } = session;
  return openSessionSandbox({
    ...sandbox,
    roots,
    parleyHome,
    rules: await agent.surroundings.rules(),
    notice: (text) => agent.notice(session, "warning", text),
  });
}

/** What is written in files, for this session. */
async function readSettings(
  { options, surroundings }: Agent,
  { place, roots }: AgentSession,
  sandbox: SessionSandbox | undefined,
) {
  const { parleyHome, log } = options;
  const { cwd, mcpServers: given } = place;
  const isTrusted = await surroundings.isTrusted(cwd);
  const [{ hooks, notices }, user, memory, { servers, problems }, rules, models] = await Promise.all([
    loadHooks({ parleyHome, cwd, isTrusted: async () => isTrusted, sandbox, log }),
    loadUserCommands({ parleyHome, cwd, isTrusted }),
    readProjectMemory({ roots, parleyHome }),
    findServers({ parleyHome, cwd, isTrusted, given }),
    surroundings.rules(),
    surroundings.modelOverrides(),
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

/** Tells the client the commands, if they are others than it knows. */
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
