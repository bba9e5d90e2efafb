// The protocol's own JSON Schema, as the official SDK ships it: the word that our code is held to.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly description?: string;
  readonly "x-method"?: string;
  readonly "x-side"?: string;
}

type Defs = Readonly<Record<string, Schema>>;

function readDefs(name: string): Defs {
  const file = createRequire(import.meta.url).resolve(`@agentclientprotocol/sdk/schema/v1/${name}`);
  return (JSON.parse(readFileSync(file, "utf8")) as { $defs: Defs }).$defs;
}

const stable = readDefs("schema.json");
const unstable = readDefs("schema.unstable.json");

/** Stable where there is a stable one. Of the unstable schema we speak `session/fork`, and announce it. */
export const defs: Defs = {
  ...unstable,
  ...stable,
  SessionCapabilities: {
    ...stable["SessionCapabilities"],
    properties: {
      ...stable["SessionCapabilities"]?.properties,
      fork: unstable["SessionCapabilities"]?.properties?.["fork"] ?? {},
    },
  },
};

export interface MethodDefs {
  /** Who answers it. */
  readonly side: string;
  readonly params: string;
  readonly result: string | undefined;
}

/** The defs of a method's params and result, by method name. */
export const methodDefs: ReadonlyMap<string, MethodDefs> = new Map(
  Object.entries(defs).flatMap(([name, { "x-method": method, "x-side": side = "" }]) => {
    if (method === undefined || name.endsWith("Response")) return [];
    const response = name.replace(/Request$/, "Response");
    return [[method, { side, params: name, result: response !== name && response in defs ? response : undefined }]];
  }),
);

export function resolveRef({ $ref, ...schema }: Schema): Schema {
  return $ref === undefined ? schema : (defs[$ref.replace("#/$defs/", "")] ?? {});
}
