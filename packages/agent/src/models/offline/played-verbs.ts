// The script commands that the offline demo supports, as listed by its help.
import { scriptedTools } from "./tool-calls.ts";

const OWN_VERBS = ["say", "think", "stream", "usage", "wait", "stop", "fail", "help"];

const PLAYED: ReadonlySet<string> = new Set([...OWN_VERBS, ...scriptedTools]);

export function playsVerb(verb: string): boolean {
  return PLAYED.has(verb);
}
