// The two doors of a real server: an operation over HTTP and over ACP, with the same params.
import { operations, toExtensionMethod, type Operation, type Operations, type SharedName } from "@parley/contract";
import type { ZodObject } from "zod";
import type { AcpPeer } from "../../dialects/acp/testing/acp-peer.ts";
import { pathNames } from "../input/read-params.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What a caller learns of an error, whichever door it came through. */
interface Refused {
  readonly code: unknown;
  readonly message: unknown;
  readonly field: unknown;
}

type Outcome = { readonly reply: unknown } | { readonly refused: Refused };

export interface Door {
  readonly name: "HTTP" | "ACP";
  ask(name: SharedName, params?: Fields): Promise<Outcome>;
  /** The reply; throws if it was refused, or if it does not fit its schema. */
  call<Name extends SharedName>(name: Name, params: Operations[Name]["params"]): Promise<Operations[Name]["reply"]>;
}

export function httpDoor(url: string, token: string): Door {
  return createDoor("HTTP", async (name, params) => {
    const operation: Operation = operations[name];
    const { path, query, body } = split(operation, params);
    const response = await fetch(`${url}${path}?${new URLSearchParams(query).toString()}`, {
      method: operation.method.toUpperCase(),
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      ...(operation.method === "get" || operation.body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const value = (text === "" ? {} : JSON.parse(text)) as Fields;
    if (response.ok) return { reply: value };
    return { refused: { code: value["code"], message: value["message"], field: value["field"] } };
  });
}

export function acpDoor(peer: AcpPeer): Door {
  return createDoor("ACP", async (name, params) => {
    try {
      return { reply: await peer.ask(toExtensionMethod(name), params) };
    } catch (error) {
      const { message, data = {} } = error as { readonly message: string; readonly data?: Fields };
      return { refused: { code: data["code"], message, field: data["field"] } };
    }
  });
}

function createDoor(name: Door["name"], ask: (name: SharedName, params: Fields) => Promise<Outcome>): Door {
  return {
    name,
    ask: (operation, params = {}) => ask(operation, params),
    async call(operation, params) {
      const outcome = await ask(operation, params);
      if ("refused" in outcome) throw new Error(`${name} refused ${operation}: ${JSON.stringify(outcome.refused)}`);
      checkReply(operation, outcome.reply);
      return outcome.reply as Operations[typeof operation]["reply"];
    },
  };
}

/** The schema is open for readers; what a reply has, it should name. */
function checkReply(name: SharedName, reply: unknown): void {
  const { schema } = (operations[name] as Operation).reply;
  schema?.parse(reply);
  const { shape } = (schema ?? {}) as Partial<ZodObject>;
  const unnamed = shape === undefined ? [] : Object.keys(reply as Fields).filter((field) => !(field in shape));
  if (unnamed.length > 0) throw new Error(`${name} replied with ${unnamed.join(", ")}, which its schema does not name`);
}

function split(
  { path, query }: Operation,
  params: Fields,
): { readonly path: string; readonly query: Record<string, string>; readonly body: Fields } {
  const asked = Object.keys((query as ZodObject | undefined)?.shape ?? {});
  const inPath = pathNames(path);
  const pick = (fits: (field: string) => boolean): [string, unknown][] =>
    Object.entries(params).filter(([field]) => fits(field));
  return {
    path: path.replaceAll(/\{(\w+)\}/g, (_, field: string) => encodeURIComponent(String(params[field]))),
    query: Object.fromEntries(pick((field) => asked.includes(field)).map(([field, value]) => [field, String(value)])),
    body: Object.fromEntries(pick((field) => !asked.includes(field) && !inPath.includes(field))),
  };
}
