// Puts together what a session needs to talk to a model. Heavy: loaded after `session/new` was answered.
import { createAudit, Judge } from "@parley/home/judge";
import type { Mode } from "@parley/policy";
import { join } from "node:path";
import type { Agent } from "../acp/agent.ts";
import { createCheckpoints } from "../checkpoints/create-checkpoints.ts";
import { builtInCommands } from "../commands/built-in.ts";
import type { SlashCommand } from "../commands/command.ts";
import { toAvailable } from "../commands/to-available.ts";
import { loadUserCommands } from "../commands/user-commands.ts";
import { createGate } from "../gate/create-gate.ts";
import { permissionsThrough } from "../gate/ask-client.ts";
import { createPersonPort } from "../gate/person.ts";
import { QuestionQueue } from "../gate/question-queue.ts";
import { loadHooks } from "../hooks/load-hooks.ts";
import { readProjectMemory } from "../instructions/project-memory.ts";
import { createConversation } from "../loop/conversation.ts";
import { createMcpServers } from "../mcp/create-mcp-servers.ts";
import { toPolicyMode } from "../modes/groups.ts";
import type { AgentMode } from "../modes/mode.ts";
import { createCommandReach } from "../reach/create-command-reach.ts";
import { createFileReach } from "../reach/create-file-reach.ts";
import type { AgentSession } from "../sessions/agent-session.ts";
import { describeError } from "../text/sentences.ts";
import { codingTools } from "../tools/coding-tools.ts";
import { moreTools } from "../tools/more-tools.ts";
import { createCallRunner } from "../tools/run-call.ts";
import type { Tool } from "../tools/tool.ts";
import type { ToolContext } from "../tools/tool-context.ts";
import { findServers } from "./find-servers.ts";
import { Kept } from "./kept.ts";
import { Models } from "./models.ts";
import { createOrderedClient } from "./ordered-client.ts";
import { createSecondOpinion } from "./second-opinion.ts";
import type { SessionKit } from "./session-kit.ts";
import { createSubAgents } from "./sub-agents.ts";

const OWN_TOOLS: readonly Tool[] = [...codingTools, ...moreTools];

export async function openKit(agent: Agent, session: AgentSession): Promise<SessionKit> {
  const { options, surroundings } = agent;
  const { parleyHome, clock, log } = options;
  const { id, recorder } = session;
  const { cwd } = session.place;
  const { roots } = session;
  const notice = (severity: "info" | "warning", text: string): void => agent.notice(session, severity, text);
  const isTrusted = await surroundings.isTrusted(cwd);
  const client = createOrderedClient(agent.client, recorder);
  const [loadedHooks, userCommands, memory, servers, rules] = await Promise.all([
    loadHooks({ parleyHome, cwd, isTrusted: async () => isTrusted, log }),
    loadUserCommands({ parleyHome, cwd, isTrusted }),
    readProjectMemory({ roots, parleyHome }),
    findServers({ parleyHome, cwd, isTrusted, given: session.place.mcpServers }),
    surroundings.rules(),
  ]);
  const kept = new Kept();
  const conversation = createConversation(session.messages);
  const models = new Models(surroundings.environment);
  const questions = new QuestionQueue();
  const policyModes = new PolicyModes(() => tools());
  const record = recorder.record.bind(recorder);
  const scope = {
    id,
    agentName: "parley",
    cwd,
    roots,
    get turnId() {
      return session.turn?.id;
    },
    record,
  };
  const judge = new Judge(scope, {
    rules,
    level: () => session.settings.approval,
    mode: () => policyModes.of(session.mode),
    audit: createAudit({ path: join(parleyHome, "audit.ndjson"), log, clock }),
    clock,
    log,
  });
  const approval = () => session.settings.approval;
  const gate = createGate({
    judge,
    requestPermission: permissionsThrough(client),
    sessionId: id,
    approval,
    secondOpinion: createSecondOpinion(session, models, conversation),
    questions,
    record,
    clock,
    log,
  });
  const checkpoints = createCheckpoints({ sessionId: id, roots, parleyHome, notice, clock, log });
  const commandReach = createCommandReach({ client, sessionId: id, log });
  const mcp = createMcpServers({ servers: servers.servers, cwd, roots, notice, onChange: () => announce(), log });
  const context: ToolContext = {
    sessionId: id,
    cwd,
    roots,
    parleyHome,
    facts: () => judge.facts(),
    mayRead: async (facts) => {
      const request = { kind: "read", path: facts.requested } as const;
      return (await judge.consider({ request, facts })).verdict === "allow";
    },
    files: createFileReach({ client, sessionId: id, roots, log }),
    commands: commandReach,
    fetch: options.fetch,
    plan: {
      get entries() {
        return session.plan;
      },
      replace(entries) {
        session.plan = entries;
        recorder.update({ sessionUpdate: "plan", entries: [...entries] });
      },
    },
    person: createPersonPort({ client, sessionId: id, approval, questions, record, clock, log }),
    subAgents: { run: (task, signal, show) => subAgents.run(task, signal, show) },
    settings: { allowsLoopback: options.allowsLoopback },
    clock,
    log,
    keep: (name, create) => kept.keep(name, create),
  };
  const beforeEffect = async (ignoredFiles: readonly string[]): Promise<void> => {
    if (session.turn !== undefined) await checkpoints.beforeEffect(session.turn.id, ignoredFiles);
  };
  const calls = createCallRunner({ context, gate, hooks: loadedHooks.hooks, beforeEffect });
  const tools = (): readonly Tool[] => [...OWN_TOOLS, ...mcp.tools];
  const commands = (): readonly SlashCommand[] => [...builtInCommands, ...userCommands.commands, ...mcp.commands];
  let announced = "";
  const announce = (): void => {
    const availableCommands = toAvailable(commands());
    const text = JSON.stringify(availableCommands);
    if (text === announced || session.isClosed) return;
    announced = text;
    recorder.send({ sessionUpdate: "available_commands_update", availableCommands });
  };
  const kit: SessionKit = {
    conversation,
    client,
    environment: surroundings.environment,
    models,
    calls,
    callIds: new Set(),
    checkpoints,
    hooks: loadedHooks.hooks,
    mcp,
    openedAtMs: performance.now(),
    memory,
    tools,
    commands,
    announce,
    async [Symbol.asyncDispose]() {
      await Promise.allSettled([
        kept[Symbol.asyncDispose](),
        mcp[Symbol.asyncDispose](),
        commandReach[Symbol.asyncDispose](),
        checkpoints[Symbol.asyncDispose](),
      ]);
    },
  };
  const subAgents = createSubAgents(agent, session, kit);
  for (const problem of [...loadedHooks.notices, ...userCommands.problems.map(describeError), ...servers.problems])
    notice("warning", problem);
  if (memory.notice !== undefined) notice("info", memory.notice);
  return kit;
}

/** Compiled once for each mode and set of tools. */
class PolicyModes {
  readonly #tools: () => readonly Tool[];
  #known: { readonly mode: AgentMode; readonly count: number; readonly compiled: Mode } | undefined;

  constructor(tools: () => readonly Tool[]) {
    this.#tools = tools;
  }

  of(mode: AgentMode): Mode {
    const tools = this.#tools();
    if (this.#known?.mode !== mode || this.#known.count !== tools.length) {
      this.#known = { mode, count: tools.length, compiled: toPolicyMode(mode, tools) };
    }
    return this.#known.compiled;
  }
}
