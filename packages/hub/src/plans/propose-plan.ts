// Splits a prompt into tasks by its words, and routes each task to an agent.
import type { Agents } from "../api/agents.ts";
import type { Routing, RoutingDecision } from "../api/routing.ts";
import { PROPOSED_TASKS_MAX, SENTENCE_CONFIDENCE_MIN, SENTENCES_MAX } from "../limits.ts";
import type { Plan, PlanTask } from "../api/plans.ts";
import { splitPrompt, splitSentences, type Piece } from "./split-prompt.ts";

export interface PlanSources {
  readonly agents: Pick<Agents, "find">;
  readonly routing: Routing;
}

export async function proposePlan({ agents, routing }: PlanSources, prompt: string): Promise<Plan> {
  const split = splitPrompt(prompt);
  const pieces = split.length > 1 ? split : await splitByAgent(routing, prompt);
  const tasks: PlanTask[] = [];
  for (const piece of pieces) {
    const decision = await routing.route(piece.text);
    tasks.push(await toTask(agents, piece, decision, tasks));
  }
  return { isCompound: tasks.length > 1, tasks };
}

/** Sentences for different agents become separate tasks; adjacent ones for the same agent stay together. */
async function splitByAgent(routing: Routing, prompt: string): Promise<readonly Piece[]> {
  const whole: readonly Piece[] = [{ text: prompt, after: "nothing" }];
  const sentences = splitSentences(prompt);
  if (sentences.length < 2 || sentences.length > SENTENCES_MAX) return whole;
  const groups: { agent: string | undefined; text: string }[] = [];
  for (const text of sentences) {
    const { agent, confidence, by } = await routing.route(text);
    const isSure = by !== "default" && confidence >= SENTENCE_CONFIDENCE_MIN;
    const last = groups.at(-1);
    // A sentence that routes to no agent belongs to the one before it.
    if (last !== undefined && (!isSure || last.agent === undefined || last.agent === agent)) {
      last.text += `\n${text}`;
      if (isSure) last.agent = agent;
    } else groups.push({ agent: isSure ? agent : undefined, text });
  }
  if (groups.length < 2 || groups.length > PROPOSED_TASKS_MAX) return whole;
  return groups.map(({ text }) => ({ text, after: "nothing" }));
}

async function toTask(
  agents: Pick<Agents, "find">,
  { text, after, context }: Piece,
  { agent, confidence, reasoning }: RoutingDecision,
  before: readonly PlanTask[],
): Promise<PlanTask> {
  const entry = await agents.find(agent);
  const needed = after === "all" ? before : after === "previous" ? before.slice(-1) : [];
  return {
    id: String(before.length + 1),
    dependsOn: needed.map(({ id }) => id),
    agent,
    ...(entry?.modeId !== undefined && { modeId: entry.modeId }),
    modeName: entry?.title ?? agent,
    description: context === undefined ? text : `${text}\n\nContext: ${context}`,
    confidence,
    reasoning,
    toolGroups: entry?.toolGroups ?? [],
  };
}
