// The steps of the guide, and which one a session is at, by its log: a reload or another browser continues where it is.
import type { SessionEvent } from "@parley/acp";

export type GuideStep = "edit" | "working" | "permission" | "question" | "review" | "map" | "connect";

export interface GuideFacts {
  readonly prompts: number;
  readonly isRunning: boolean;
  /** Ids of questions that wait for an answer. */
  readonly permissions: readonly string[];
  readonly questions: readonly string[];
  /** How many were answered. */
  readonly answered: { readonly permissions: number; readonly questions: number };
  readonly hasChanges: boolean;
  readonly hasUndone: boolean;
}

export const NO_FACTS: GuideFacts = {
  prompts: 0,
  isRunning: false,
  permissions: [],
  questions: [],
  answered: { permissions: 0, questions: 0 },
  hasChanges: false,
  hasUndone: false,
};

export function withEvent(facts: GuideFacts, event: SessionEvent): GuideFacts {
  if (event.type === "prompt") return { ...facts, prompts: facts.prompts + 1, isRunning: true };
  if (event.type === "stop") return { ...facts, isRunning: false, permissions: [], questions: [] };
  if (event.type === "changes") return { ...facts, hasChanges: facts.hasChanges || event.files.length > 0 };
  if (event.type === "review") return { ...facts, hasUndone: facts.hasUndone || event.action === "undo" };
  if (event.type === "permission_asked") return { ...facts, permissions: [...facts.permissions, event.interactionId] };
  if (event.type === "elicitation_asked") return { ...facts, questions: [...facts.questions, event.interactionId] };
  if (event.type === "permission_answered" || event.type === "elicitation_answered") {
    const isOther = (id: string): boolean => id !== event.interactionId;
    const { permissions, questions } = facts.answered;
    const answered =
      event.type === "permission_answered"
        ? { permissions: permissions + 1, questions }
        : { permissions, questions: questions + 1 };
    return {
      ...facts,
      answered,
      permissions: facts.permissions.filter(isOther),
      questions: facts.questions.filter(isOther),
    };
  }
  return facts;
}

export function toStep(facts: GuideFacts, skipped: readonly string[]): GuideStep {
  if (facts.permissions.length > 0) return "permission";
  if (facts.questions.length > 0) return "question";
  if (facts.isRunning) return "working";
  if (!facts.hasChanges) return "edit";
  if (!facts.hasUndone && !skipped.includes("review")) return "review";
  return facts.prompts > 1 || skipped.includes("map") ? "connect" : "map";
}

const NUMBERS: Readonly<Record<Exclude<GuideStep, "working" | "permission">, number>> = {
  edit: 1,
  question: 3,
  review: 4,
  map: 5,
  connect: 6,
};

export const STEPS_COUNT = 6;

/** Never goes back: a turn that runs belongs to the step that started it, a permission after the question to the question. */
export function numberOf(step: GuideStep, { prompts, answered }: GuideFacts): number {
  if (step !== "working" && step !== "permission") return NUMBERS[step];
  if (prompts > 1) return NUMBERS.map;
  if (answered.questions > 0) return NUMBERS.question;
  return step === "permission" || answered.permissions > 0 ? 2 : 1;
}

/** Edits a file twice, at places that are two hunks, and asks something in between. */
export const EDIT_PROMPT = `title Round totals once
think The price is rounded before it is multiplied: three times 33.4 cents become 99 instead of 100.
plan [>] Read the code; Round once; Ask about shipping
read src/cart.js
read src/money.js
edit src/cart.js round(price) * quantity => round(price * quantity)
plan [x] Read the code; [x] Round once; [>] Ask about shipping
ask Should shipping be free from exactly 50.00 on? (yes or no)
edit src/cart.js sum > 5000 => sum >= 5000
plan [x] Read the code; [x] Round once; [x] Ask about shipping
say **Totals are rounded once now**, and shipping is free from 50.00 on. The second change is a matter of taste: look at both under Changes.`;

/** Goes through the folder slowly enough to be watched. */
export const MAP_PROMPT = `think I will check who else uses the total.
read src/orders.js
wait 700
read src/cart.js
wait 700
read test/cart.test.js
wait 700
read src/customers.js
wait 700
read README.md
say Only \`src/orders.js\` uses the total, and nothing there has to change.`;
