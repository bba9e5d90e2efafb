// Every MUST of the Agent Client Protocol, version 1, as data. Tests cite the ids; coverage.test.ts holds the two together.
//
// Taken from the protocol's pages and from the sentences in the JSON Schemas of the official SDK 2.4.0. A row whose
// code does not exist yet says so in `later`. To add one: a row in the file of its page, and a test that cites it.
import { callbackRequirements } from "./requirements/callbacks.ts";
import { connectionRequirements } from "./requirements/connection.ts";
import { messageRequirements } from "./requirements/messages.ts";
import type { Requirement } from "./requirements/requirement.ts";
import { sessionRequirements } from "./requirements/sessions.ts";
import { turnRequirements } from "./requirements/turns.ts";

const table = {
  ...connectionRequirements,
  ...sessionRequirements,
  ...turnRequirements,
  ...callbackRequirements,
  ...messageRequirements,
};

export type RequirementId = keyof typeof table;

export const requirements: Readonly<Record<RequirementId, Requirement>> = table;
