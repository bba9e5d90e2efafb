// Who decides what a session may do: policy by rules, level and mode, a second opinion at level auto, then the user.
import type { ClientConnection } from "@parley/acp";
import { createAudit, Judge } from "@parley/home/judge";
import type { RulesFile } from "@parley/home/rules";
import type { Mode } from "@parley/policy";
import { join } from "node:path";
import { createApprover, type Approver } from "../approval/approver.ts";
import { createAskingApprover } from "../approval/asking-approver.ts";
import { permissionsThrough } from "../approval/ask-client.ts";
import { createPersonPort } from "../approval/person.ts";
import { QuestionQueue } from "../approval/question-queue.ts";
import { createServerQuestions } from "../approval/server-questions.ts";
import type { SecondOpinion } from "../approval/second-opinion.ts";
import type { Conversation } from "../loop/conversation.ts";
import type { ServerQuestions } from "../approval/server-question.ts";
import { toModeRestriction, toPolicyMode } from "../modes/groups.ts";
import type { AgentMode } from "../modes/mode.ts";
import { parseVerdict, renderJudgePrompt } from "../modes/one-shot/verdict.ts";
import { addAside } from "../sessions/spent.ts";
import type { PersonPort } from "../tools/tool-context.ts";
import type { Tool } from "../tools/tool.ts";
import type { AgentSession } from "./agent-session.ts";
import type { Agent } from "./agent.ts";
import { complete } from "./complete.ts";
import type { Models } from "./session-models.ts";

export interface SessionPermissions {
  readonly judge: Judge;
  readonly approver: Approver;
  /** Asks the user one question at a time. */
  readonly person: PersonPort;
  /** The same for MCP servers. */
  readonly serverQuestions: ServerQuestions;
}

export interface SessionPermissionsOptions {
  readonly agent: Agent;
  readonly session: AgentSession;
  readonly client: ClientConnection;
  readonly rules: RulesFile;
  readonly models: Models;
  readonly conversation: Conversation;
  readonly tools: () => readonly Tool[];
}

export function createSessionPermissions(options: SessionPermissionsOptions): SessionPermissions {
  const { agent, session, client, rules, models, conversation } = options;
  const { parleyHome, clock, log } = agent.options;
  const { id: sessionId, recorder, roots } = session;
  const policyModes = new PolicyModes(options.tools);
  const approval = () => session.settings.approval;
  const record = recorder.record.bind(recorder);
  const scope = {
    id: sessionId,
    agentName: "parley",
    cwd: session.folders.cwd,
    roots,
    get turnId() {
      return session.turn?.id;
    },
    record,
  };
  const judge = new Judge(scope, {
    rules,
    level: approval,
    sessionRules: () => session.rules,
    mode: () => policyModes.of(session.mode),
    audit: createAudit({ path: join(parleyHome, "audit.ndjson"), log, clock }),
    clock,
    log,
  });
  const questions = new QuestionQueue();
  const common = { sessionId, approval, questions, record, clock, log };
  const requestPermission = permissionsThrough(client);
  const secondOpinion = createSecondOpinion(session, models, conversation);
  const mode = (): unknown => toModeRestriction(session.mode, options.tools());
  const asking = { ...common, requestPermission, mode, secondOpinion };
  return {
    judge,
    approver: agent.clientDecides
      ? createAskingApprover(asking)
      : createApprover({ ...common, judge, requestPermission, secondOpinion }),
    person: createPersonPort({ ...common, client }),
    serverQuestions: createServerQuestions({
      ...common,
      client,
      turn: () => session.turn?.signal,
      notice: (severity, text) => agent.notice(session, severity, text),
    }),
  };
}

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

function createSecondOpinion(session: AgentSession, models: Models, conversation: Conversation): SecondOpinion {
  return async ({ toolCall, worries }, signal) => {
    const opened = await models.open(session.settings.modelId);
    // The offline demo has no opinion.
    if ("failure" in opened || opened.model.info.isOffline === true) return undefined;
    const call = { title: toolCall.title ?? toolCall.toolCallId, input: toolCall.rawInput, worries };
    const { system, prompt } = renderJudgePrompt({
      ...call,
      cwd: session.folders.cwd,
      request: lastRequest(conversation),
    });
    const answer = await complete(opened.model, system, [{ type: "text", text: prompt }], signal);
    if ("failed" in answer) return undefined;
    session.spent = addAside(session.spent, answer.usage, opened.model.info.price);
    const { verdict, reason } = parseVerdict(answer.text);
    // A denial is passed on to the user, who decides.
    return { verdict: verdict === "allow" ? "allow" : "ask", reason };
  };
}

function lastRequest({ messages }: Conversation): string {
  const last = messages.findLast(({ role }) => role === "user");
  return last?.role === "user"
    ? last.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n")
    : "";
}
