// The table of verbs, in the order of the help.
import type { Verb } from "./verb.ts";
import { flowVerbs } from "./verbs/flow.ts";
import { questionVerbs } from "./verbs/questions.ts";
import { sessionStateVerbs } from "./verbs/session-state.ts";
import { speechVerbs } from "./verbs/speech.ts";
import { toolVerbs } from "./verbs/tools.ts";

export const verbs: readonly Verb[] = [
  ...speechVerbs,
  ...toolVerbs,
  ...questionVerbs,
  ...sessionStateVerbs,
  ...flowVerbs,
];
