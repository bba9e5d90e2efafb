// The verbs of the script language that the offline model plays: its help lists these, and it accepts no others.
import { scriptedTools } from "./tool-calls.ts";

const OWN_VERBS = ["say", "think", "stream", "usage", "wait", "stop", "fail", "help"];

const PLAYED: ReadonlySet<string> = new Set([...OWN_VERBS, ...scriptedTools]);

export function playsVerb(verb: string): boolean {
  return PLAYED.has(verb);
}
