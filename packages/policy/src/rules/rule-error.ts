// A broken rule as an error that says what to do.
import { ParleyError } from "@parley/base";
import { describeBroken, type BrokenRule } from "./rule-set.ts";

/** To be shown or logged. It is not thrown, because all other rules still apply. */
export function toRuleError(broken: BrokenRule): ParleyError {
  const place = broken.index === undefined ? broken.list : `${broken.list}[${broken.index}]`;
  const remedy = { label: `Fix or remove ${place}; until then ${broken.kinds.join(", ")} requests need approval` };
  return new ParleyError({ code: "bad_config", message: describeBroken(broken), remedy });
}
