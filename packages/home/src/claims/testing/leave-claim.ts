// Claims that others left behind, in whatever state.
import { utimesSync, writeFileSync } from "node:fs";
import { identifyThisProcess, type ProcessIdentity } from "../process-identity.ts";

/** A number that no process has. */
const NO_PID = 2 ** 22 + 12_345;

export async function leaveClaim(path: string, change: Partial<ProcessIdentity>, ageMs = 0): Promise<string> {
  return leaveText(path, JSON.stringify({ ...(await identifyThisProcess()), ...change }), ageMs);
}

export function leaveText(path: string, text: string, ageMs = 0): string {
  const claim = `${path}.01900000-0000-7000-8000-000000000000.claim`;
  writeFileSync(claim, text);
  makeOlder(claim, ageMs);
  return claim;
}

export function makeOlder(claim: string, ageMs: number): void {
  const at = new Date(Date.now() - ageMs);
  utimesSync(claim, at, at);
}

export const DEAD: Partial<ProcessIdentity> = { pid: NO_PID };
export const ELSEWHERE: Partial<ProcessIdentity> = { host: "elsewhere", boot: "b" };
