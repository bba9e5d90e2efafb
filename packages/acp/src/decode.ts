// Tolerant decoding of messages and their parts: `unknown` in, typed value or a clear error out.
//
// A decoder owns the value it is given (freshly parsed JSON) and works in place:
// - unknown fields stay; an unknown variant of a union becomes `{kind: "unknown", raw}`;
// - invalid values that the schema tolerates are dropped or replaced by their default, and listed in `repairs`;
// - absent fields do not get the schema's default;
// - other systems' names and forms (see aliases.ts) are turned into those of the schema.
import { decoders, type Decoded } from "./generated/decode.ts";
import type { DecodeResult } from "./decode-trail.ts";

export type { DecodeError, Decoder, DecodeResult } from "./decode-trail.ts";
export { decoders, type Decoded } from "./generated/decode.ts";
export { isUnknown, type Known, type UnknownVariant } from "./unknown.ts";

/** Decodes a value as the def of that name. */
export function decode<N extends keyof Decoded>(name: N, value: unknown): DecodeResult<Decoded[N]> {
  return decoders[name](value);
}
