// What the guide says at each of its steps.
import type { GuideStep } from "./guide-steps.ts";

export const STEPS: Readonly<Record<GuideStep, string>> = {
  edit: "This demo agent needs no model: it runs prompts as small scripts in a scratch folder. Send it a prepared task.",
  working: "The agent is working. Open a row to see what it read and wrote.",
  permission: "Agents ask before they write. Read the diff, then allow it: click the button or press Y.",
  question: "Agents can ask questions, too. Answer in the form, or from any other window.",
  review: "Done. Under Changes, keep the hunk that you like, and undo the other one.",
  map: "The map shows which files agents read and write. Send the agent through the folder, and watch.",
  connect: "That was the tour. Now connect a real model or agent.",
};
