// The one rule about environment variables and commands that a caller brings for an agent, for every dialect: they decide what runs.
import type { GivenLaunch } from "@parley/hub";
import type { Caller } from "../http/dialect.ts";
import { refuseAction } from "./require-scope.ts";

export interface RefusedField {
  readonly field: "env" | "launch";
  readonly why: string;
}

/** Undefined if the caller may bring it, or brings nothing. */
export function refuseLaunch(caller: Caller, { env, launch }: GivenLaunch): RefusedField | undefined {
  if (env === undefined && launch === undefined) return undefined;
  const why = refuseAction(caller, "bringLaunch");
  return why === undefined ? undefined : { field: launch === undefined ? "env" : "launch", why };
}
