// The decoded value of a union whose tag is unknown to this package.

/**
 * Stands in for a whole variant. The tags are declared as absent, so that `switch (update.sessionUpdate)` compiles
 * without a guard and meets an unknown variant as `undefined`.
 */
export interface UnknownVariant {
  kind: "unknown";
  /** The value as it was received. */
  raw: unknown;
  type?: undefined;
  sessionUpdate?: undefined;
  outcome?: undefined;
  mode?: undefined;
  action?: undefined;
}

/** A value that may be sent: no unknown variants at any depth. It is only read, so it may be readonly. */
export type Known<T> = T extends UnknownVariant
  ? never
  : T extends string // `string & {}`, the rest of an open enum, would count as an object.
    ? T
    : T extends object
      ? { readonly [K in keyof T]: Known<T[K]> }
      : T;

/** Exactly the two fields: a known variant always has others, so that its own unknown fields cannot imitate this. */
export function isUnknown(value: unknown): value is UnknownVariant {
  if (typeof value !== "object" || value === null) return false;
  const { kind } = value as { kind?: unknown };
  return kind === "unknown" && "raw" in value && Object.keys(value).length === 2;
}
