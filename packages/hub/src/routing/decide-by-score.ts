// Routing without a model: the mode with the best score, or else the default of the first slot.
import type { AgentEntry, AgentSlot } from "../api/agents.ts";
import {
  DEFAULT_CONFIDENCE,
  NO_SLOT_CONFIDENCE,
  SCORE_MIN,
  SURE_SCORE_MIN,
  SURE_WORDS_MIN,
  WORDS_IN_REASONING_MAX,
} from "../limits.ts";
import type { RoutingDecision } from "../api/routing.ts";
import { scoreMode, toPromptWords, type Score } from "./score.ts";

export interface RoutingSources {
  /** Available modes, in order. */
  readonly entries: readonly AgentEntry[];
  readonly slots: readonly AgentSlot[];
}

export interface ScoredDecision {
  readonly decision: RoutingDecision;
  /** The score is high enough to need no model. */
  readonly isSure: boolean;
}

/** Used if no mode is available: the name that every hub starts with. */
const LAST_RESORT = "assistant";

/** Modes that a prompt can be routed to. */
export function routableModes({ entries }: RoutingSources): readonly AgentEntry[] {
  return entries.filter(
    ({ kind, isInternal, isDeprecated, isEnabled }) => kind === "mode" && isEnabled && !isInternal && !isDeprecated,
  );
}

export function decideByScore(prompt: string, sources: RoutingSources): ScoredDecision {
  const words = toPromptWords(prompt);
  let best: { readonly mode: AgentEntry; readonly score: Score } | undefined;
  for (const mode of routableModes(sources)) {
    const score = scoreMode(words, mode);
    if (score.value > (best?.score.value ?? 0)) best = { mode, score };
  }
  if (best === undefined || best.score.value < SCORE_MIN) return { decision: decideByDefault(sources), isSure: false };
  const { mode, score } = best;
  const confidence = Math.min(1, Math.round(score.value * 100) / 100);
  return {
    decision: toDecision(mode, confidence, explain(mode, score), "scorer"),
    isSure: score.value >= SURE_SCORE_MIN && score.words.length >= SURE_WORDS_MIN,
  };
}

export function toDecision(
  { name, modeId }: AgentEntry,
  confidence: number,
  reasoning: string,
  by: RoutingDecision["by"],
): RoutingDecision {
  return { agent: name, ...(modeId === undefined ? {} : { modeId }), confidence, reasoning, by };
}

function decideByDefault(sources: RoutingSources): RoutingDecision {
  const modes = routableModes(sources);
  for (const slot of sources.slots) {
    const ofSlot = slot.isEnabled ? modes.filter((mode) => mode.slot === slot.name) : [];
    const mode = ofSlot.find(({ name }) => name === slot.defaultMode) ?? ofSlot[0];
    if (mode === undefined) continue;
    const reasoning = `Nothing in the prompt points to one agent, so ${mode.title} answers for ${slot.name}.`;
    return toDecision(mode, DEFAULT_CONFIDENCE, reasoning, "default");
  }
  const anyone = sources.entries.find(({ isEnabled, isInternal }) => isEnabled && !isInternal);
  if (anyone !== undefined) {
    const reasoning = `No slot is switched on, so ${anyone.title}, the first agent there is, answers.`;
    return toDecision(anyone, NO_SLOT_CONFIDENCE, reasoning, "default");
  }
  const agent = sources.slots[0]?.defaultMode ?? LAST_RESORT;
  return { agent, confidence: NO_SLOT_CONFIDENCE, reasoning: "No agent is switched on.", by: "default" };
}

function explain({ title }: AgentEntry, { words }: Score): string {
  const named = words.slice(0, WORDS_IN_REASONING_MAX).map((word) => `"${word}"`);
  return `The prompt speaks of ${named.join(", ")}, which is what ${title} is for.`;
}
