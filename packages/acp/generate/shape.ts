// The meaning of a def, independent of its JSON Schema; the input of the emitters.

export type Shape =
  | { readonly is: "any" | "string" | "number" | "boolean" | "null" }
  | { readonly is: "integer"; readonly min: number; readonly max: number }
  /** A string enum. An open one lets strings through that are not in the list. */
  | { readonly is: "choice"; readonly values: readonly string[]; readonly open: boolean }
  | { readonly is: "ref"; readonly name: string }
  | { readonly is: "nullable"; readonly inner: Shape }
  | { readonly is: "array"; readonly item: Shape; readonly skipInvalid: boolean }
  | { readonly is: "map"; readonly value: Shape }
  | { readonly is: "object"; readonly fields: readonly Field[] }
  /** One object that is all of these at once. At most one part is a union, and it comes last. */
  | { readonly is: "all"; readonly parts: readonly Shape[] }
  | TaggedUnion
  /** A union without a tag, distinguished by JavaScript type or by the fields that are present. */
  | { readonly is: "either"; readonly options: readonly Shape[] };

export interface TaggedUnion {
  readonly is: "tagged";
  readonly tag: string;
  readonly variants: readonly Variant[];
  readonly fallback?: Fallback;
}

/** The variant of a value without the tag. */
interface Fallback {
  /** Type of the tag, unless the schema has a variant for unknown values. */
  readonly name?: string;
  readonly shape: Shape;
  /** According to the schema, a value with an unknown tag is also this variant. */
  readonly takesUnknownTags: boolean;
}

export interface Variant {
  readonly value: string;
  /** The variant without its tag. */
  readonly shape: Shape;
}

export interface Field {
  readonly name: string;
  readonly doc: string;
  readonly shape: Shape;
  readonly required: boolean;
  readonly defaultOnError: boolean;
  readonly defaultOnNull: boolean;
  /** The replacement for a dropped value; undefined removes the field. */
  readonly fallback: unknown;
}

/** For the default branch of a switch that names every kind. */
export function impossible(value: never): never {
  throw new Error(`Not foreseen: ${JSON.stringify(value)}`);
}

export interface Def {
  readonly name: string;
  readonly doc: string;
  readonly shape: Shape;
  /** The method whose params or result this is. */
  readonly method: string | undefined;
  /** The JSON-RPC frame around the messages: typed, but read by the rpc layer. */
  readonly isEnvelope: boolean;
}
