// The single rule, for every dialect, about environment variables and commands that a caller brings for an agent: they
// decide what runs.
import type { GivenLaunch } from "@parley/hub";
import type { Caller } from "../http/dialect.ts";
import { refuseAction } from "./require-scope.ts";

export interface RefusedField {
  readonly field: keyof GivenLaunch;
  readonly why: string;
}

const FIELDS = ["launch", "env", "secrets"] as const;

/** Undefined if the caller may bring it, or brings nothing. */
export function refuseLaunch(caller: Caller, given: GivenLaunch): RefusedField | undefined {
  const field = FIELDS.find((name) => given[name] !== undefined);
  if (field === undefined) return undefined;
  const why = refuseAction(caller, "bringLaunch");
  return why === undefined ? undefined : { field, why };
}
