// Agents in the styles of other systems, written from their descriptions alone: they share no code with our packages.
import { fileURLToPath } from "node:url";

const FILES = {
  eisen: "eisen-agent",
  "client-spec": "client-spec-agent",
  superset: "superset-agent",
  ggcode: "ggcode-agent",
} as const;

export type OtherSystem = keyof typeof FILES;

/** The JavaScript file to run with Node. */
export function otherSystemAgent(system: OtherSystem): string {
  return fileURLToPath(new URL(`./other-systems/${FILES[system]}.mjs`, import.meta.url));
}
