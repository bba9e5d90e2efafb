// Which traces are sent: OTEL_TRACES_SAMPLER and its argument.
import type { SpanContext } from "./span.ts";

export type Sampler = (traceId: string, parent: SpanContext | undefined) => boolean;

/** The part of the trace id that is compared with the ratio. */
const SAMPLED_DIGITS = 8;

const always: Sampler = () => true;
const never: Sampler = () => false;

function byParent(root: Sampler): Sampler {
  return (traceId, parent) => parent?.isSampled ?? root(traceId, parent);
}

export const defaultSampler: Sampler = byParent(always);

/** Undefined for an unknown sampler. */
export function parseSampler(name: string | undefined, argument: string | undefined): Sampler | undefined {
  switch (name) {
    case undefined:
    case "parentbased_always_on":
      return defaultSampler;
    case "always_on":
      return always;
    case "always_off":
      return never;
    case "parentbased_always_off":
      return byParent(never);
    case "traceidratio":
      return byShare(argument);
    case "parentbased_traceidratio":
      return byParent(byShare(argument));
    default:
      return undefined;
  }
}

/** With the same ratio, every process selects the same traces. */
function byShare(argument: string | undefined): Sampler {
  const share = Number(argument ?? "1");
  if (!Number.isFinite(share) || share >= 1 || share < 0) return always;
  const bound = Math.floor(share * 16 ** SAMPLED_DIGITS);
  return (traceId) => Number.parseInt(traceId.slice(-SAMPLED_DIGITS), 16) < bound;
}
