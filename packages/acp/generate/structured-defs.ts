// The defs that have a decoder and a validator: everything but names for plain strings and numbers, and the JSON-RPC frame.
import { DecoderPlan } from "./decoder-plan.ts";
import type { Def } from "./shape.ts";

export function structuredDefs(defs: readonly Def[]): readonly Def[] {
  const plan = new DecoderPlan(defs);
  return defs.filter((def) => !def.isEnvelope && plan.manner(def.shape) !== "test");
}
