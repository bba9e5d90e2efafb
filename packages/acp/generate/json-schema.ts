// The part of JSON Schema that the protocol's schema files use.

export interface JsonSchema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: string | number;
  readonly default?: unknown;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly allOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly "x-method"?: string;
  readonly "x-side"?: string;
  readonly "x-docs-ignore"?: boolean;
  readonly "x-deserialize-default-on-error"?: boolean;
  readonly "x-deserialize-default-on-null"?: boolean;
  readonly "x-deserialize-skip-invalid-items"?: boolean;
}

export type Defs = Readonly<Record<string, JsonSchema>>;

/** The def that a schema points at, directly or wrapped in a one-element `allOf`. */
export function refName(schema: JsonSchema): string | undefined {
  const ref = schema.$ref ?? (schema.allOf?.length === 1 ? schema.allOf[0]?.$ref : undefined);
  return ref?.slice("#/$defs/".length);
}
