// What the guide says at each of its steps.
import type { GuideStep } from "./guide-steps.ts";

export const STEPS: Readonly<Record<GuideStep, { readonly number: number; readonly text: string }>> = {
  edit: {
    number: 1,
    text: "This demo agent needs no model: it runs prompts as small scripts in a scratch folder. Send it a prepared task.",
  },
  working: { number: 1, text: "The agent is working. Open a row to see what it read and wrote." },
  permission: {
    number: 2,
    text: "Agents ask before they write. Read the diff, then allow it: click the button or press Y.",
  },
  question: { number: 3, text: "Agents can ask questions, too. Answer in the form, or from any other window." },
  review: { number: 4, text: "Done. Under Changes, keep the hunk that you like, and undo the other one." },
  map: {
    number: 5,
    text: "The map shows which files agents read and write. Send the agent through the folder, and watch.",
  },
  connect: { number: 6, text: "That was the tour. Now connect a real model or agent." },
};

export const STEPS_COUNT = 6;
