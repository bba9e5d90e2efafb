// Describes who did something in the session on another surface.
import type { EventActor } from "@parley/acp";
import { neutralLine } from "@parley/base";

/** This surface's name in the log. */
const OWN_SURFACE = "terminal";

const NAMES: Readonly<Record<string, string>> = {
  [OWN_SURFACE]: "another window",
  web: "the browser",
  vscode: "VS Code",
  api: "the API",
  "acp-rest": "ACP-REST",
  a2a: "A2A",
};

/** "another window", "the browser (Anna)": what follows "in" or "from". */
export function describeActor({ surface, person }: EventActor): string {
  const place = NAMES[surface] ?? neutralLine(surface);
  return person === undefined ? place : `${place} (${neutralLine(person)})`;
}
