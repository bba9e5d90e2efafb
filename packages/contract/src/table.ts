// The table of all operations, in the order of the documentation.
import { agentOperations, offerOperations } from "./agents/operations.ts";
import { changeOperations } from "./changes/operations.ts";
import { historyOperations } from "./history/operations.ts";
import { rewindOperations } from "./rewind/operations.ts";
import { eventOperations } from "./events/operations.ts";
import { fileOperations } from "./files/operations.ts";
import { interactionOperations } from "./interactions/operations.ts";
import { catalogueOperations, programOperations } from "./programs/operations.ts";
import { recipeOperations } from "./recipes/operations.ts";
import { ruleOperations } from "./rules/operations.ts";
import { serverOperations } from "./server/operations.ts";
import { sessionContentOperations, sessionLogOperations, sessionOperations } from "./sessions/operations.ts";
import { sessionAgentOperations } from "./sessions/sign-in-operations.ts";
import { terminalOperations } from "./terminals/operations.ts";
import { promptOperations, turnOperations } from "./turns/operations.ts";
import { usageOperations } from "./usage/operations.ts";
import { viewOperations } from "./views/operations.ts";
import { worktreeOperations } from "./worktrees/operations.ts";

export const operations = {
  ...promptOperations,
  ...sessionOperations,
  ...sessionContentOperations,
  ...sessionAgentOperations,
  ...sessionLogOperations,
  ...eventOperations,
  ...viewOperations,
  ...changeOperations,
  ...terminalOperations,
  ...rewindOperations,
  ...fileOperations,
  ...worktreeOperations,
  ...historyOperations,
  ...interactionOperations,
  ...offerOperations,
  ...agentOperations,
  ...catalogueOperations,
  ...programOperations,
  ...recipeOperations,
  ...ruleOperations,
  ...turnOperations,
  ...usageOperations,
  ...serverOperations,
};

const METHOD_PREFIX = "_parley/";

/** The ACP extension method of this operation: `_parley/sessions/list`. */
export function toExtensionMethod<Name extends string>(name: Name): `_parley/${Name}` {
  return `${METHOD_PREFIX}${name}`;
}
