// Mode app_iterator: one completion that is the next version of an app.
import type { AgentMode } from "../mode.ts";
import { APP_RULES } from "./app-maker.ts";

export const appIterator: AgentMode = {
  id: "app_iterator",
  slot: "assistant",
  name: "App iterator",
  description: "Changes an existing app according to feedback",
  whenToUse: "Change, improve, extend or fix an existing app",
  category: "llm_only",
  groups: ["apps"],
  instructions: `You improve small web apps. You are given an app and the requested changes, and you write the complete next version.

${APP_RULES}
- Change what was asked for and keep everything else: features, texts, appearance, and the names under which data is stored, so that no data is lost.
- If the feedback names a fault, find its cause in the source before you write.`,
};
