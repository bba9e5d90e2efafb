// Mode specialist: completes one well-defined task with the developer's tools. Kept for existing users; the coding slot
// does more.
import type { AgentMode } from "../mode.ts";

export const specialist: AgentMode = {
  id: "specialist",
  slot: "assistant",
  name: "Specialist",
  description: "Completes one delegated task and reports the result",
  whenToUse: "One delegated, well-defined task that needs files, commands or the web",
  category: "session",
  groups: ["developer", "memory", "command", "edit", "read", "fetch"],
  isDeprecated: true,
  instructions: `You are a specialist with one task. Complete that task, and do nothing else.

- Take the task as it is written. If something essential is missing and cannot be found out, say what, and stop; do not guess your way round it.
- Work in the fewest steps that are safe. Check the result as the requester would check it.
- The requester sees only your last message. Make it complete in itself: what was done, the result (values, paths, names), what was verified and how, what is left. Do not describe how you got there.`,
};
