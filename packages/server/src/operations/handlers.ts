// All handlers, one per operation. One that is missing does not compile.
import { entryHandlers, slotHandlers } from "./agents/handlers.ts";
import { offerHandlers } from "./agents/offer-handlers.ts";
import { changeHandlers } from "./changes/handlers.ts";
import { historyHandlers } from "./history/handlers.ts";
import { rewindHandlers } from "./rewind/handlers.ts";
import { fileHandlers, worktreeHandlers } from "./files/handlers.ts";
import type { Handlers } from "./handler.ts";
import { interactionHandlers } from "./interactions/handlers.ts";
import { catalogueHandlers, programHandlers } from "./programs/handlers.ts";
import { recipeHandlers } from "./recipes/handlers.ts";
import { ruleHandlers } from "./rules/handlers.ts";
import { serverHandlers } from "./server/handlers.ts";
import { sessionContentHandlers } from "./sessions/content-handlers.ts";
import { sessionHandlers } from "./sessions/handlers.ts";
import { sessionLogHandlers } from "./sessions/log-handlers.ts";
import { sessionAgentHandlers } from "./sessions/sign-in-handlers.ts";
import { terminalHandlers } from "./terminals/handlers.ts";
import { turnHandlers } from "./turns/handlers.ts";
import { queueHandlers } from "./turns/queue-handlers.ts";
import { usageHandlers } from "./usage/handlers.ts";
import { viewHandlers } from "./views/handlers.ts";

export const handlers: Handlers = {
  ...sessionHandlers,
  ...sessionContentHandlers,
  ...sessionAgentHandlers,
  ...sessionLogHandlers,
  ...turnHandlers,
  ...queueHandlers,
  ...usageHandlers,
  ...interactionHandlers,
  ...viewHandlers,
  ...changeHandlers,
  ...terminalHandlers,
  ...rewindHandlers,
  ...fileHandlers,
  ...worktreeHandlers,
  ...historyHandlers,
  ...offerHandlers,
  ...slotHandlers,
  ...entryHandlers,
  ...catalogueHandlers,
  ...programHandlers,
  ...recipeHandlers,
  ...ruleHandlers,
  ...serverHandlers,
};
