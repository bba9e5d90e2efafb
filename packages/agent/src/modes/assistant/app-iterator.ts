// Mode app_iterator: one completion that is the next version of an app.
import type { AgentMode } from "../mode.ts";
import { APP_RULES } from "./app-maker.ts";

export const appIterator: AgentMode = {
  id: "app_iterator",
  slot: "assistant",
  name: "App iterator",
  description: "Changes an app that was made before, as the feedback asks",
  whenToUse: "Change, improve, extend or mend an app that exists already",
  category: "llm_only",
  groups: ["apps"],
  instructions: `You improve small web apps. You are given an app and what should be different, and you write the whole next version.

${APP_RULES}
- Change what was asked for and keep everything else as it is: features, texts, looks, and the names under which data is stored, so that nobody loses theirs.
- If the feedback names a fault, find its cause in the source before you write.`,
};
