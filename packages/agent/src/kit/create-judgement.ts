// Who decides in a session: the judge by rules, level and mode; the gate that asks the person, or hears a second opinion first.
import type { ClientConnection } from "@parley/acp";
import { createAudit, Judge } from "@parley/home/judge";
import type { RulesFile } from "@parley/home/rules";
import { join } from "node:path";
import type { Agent } from "../acp/agent.ts";
import { permissionsThrough } from "../gate/ask-client.ts";
import { createGate } from "../gate/create-gate.ts";
import type { Gate } from "../gate/gate.ts";
import { createPersonPort } from "../gate/person.ts";
import { QuestionQueue } from "../gate/question-queue.ts";
import type { Conversation } from "../loop/conversation.ts";
import type { AgentSession } from "../sessions/agent-session.ts";
import type { Tool } from "../tools/tool.ts";
import type { PersonPort } from "../tools/tool-context.ts";
import type { Models } from "./models.ts";
import { PolicyModes } from "./policy-modes.ts";
import { createSecondOpinion } from "./second-opinion.ts";

export interface Judgement {
  readonly judge: Judge;
  readonly gate: Gate;
  /** One question at a time, whoever asks. */
  readonly person: PersonPort;
}

export interface JudgementOptions {
  readonly agent: Agent;
  readonly session: AgentSession;
  readonly client: ClientConnection;
  readonly rules: RulesFile;
  readonly models: Models;
  readonly conversation: Conversation;
  readonly tools: () => readonly Tool[];
}

export function createJudgement(options: JudgementOptions): Judgement {
  const { agent, session, client, rules, models, conversation } = options;
  const { parleyHome, clock, log } = agent.options;
  const { id: sessionId, recorder, roots } = session;
  const policyModes = new PolicyModes(options.tools);
  const approval = () => session.settings.approval;
  const record = recorder.record.bind(recorder);
  const scope = {
    id: sessionId,
    agentName: "parley",
    cwd: session.place.cwd,
    roots,
    get turnId() {
      return session.turn?.id;
    },
    record,
  };
  const judge = new Judge(scope, {
    rules,
    level: approval,
    mode: () => policyModes.of(session.mode),
    audit: createAudit({ path: join(parleyHome, "audit.ndjson"), log, clock }),
    clock,
    log,
  });
  const questions = new QuestionQueue();
  const common = { sessionId, approval, questions, record, clock, log };
  const requestPermission = permissionsThrough(client);
  const secondOpinion = createSecondOpinion(session, models, conversation);
  return {
    judge,
    gate: createGate({ ...common, judge, requestPermission, secondOpinion }),
    person: createPersonPort({ ...common, client }),
  };
}
