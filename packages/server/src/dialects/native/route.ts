// A route of the native API: schemas of its input and output, from which its documentation is generated, and its
// handler.
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { RouteContract } from "@parley/contract";
import type { Context } from "hono";
import type { ServerApp, ServerEnv } from "../../http/dialect.ts";
import { toPattern } from "../../http/route-pattern.ts";
import { textOf } from "../../operations/known-text.ts";
import { answerError } from "./errors.ts";
import { readBody, readLines, readQuery } from "./read-input.ts";

export interface RouteInput {
  readonly context: Context<ServerEnv>;
  /** The query, the body and the path parameters. */
  readonly params: Readonly<Record<string, unknown>>;
}

export interface Route {
  readonly contract: RouteContract;
  mount(app: ServerApp): void;
}

/** The handler returns a response, or the value of its JSON. */
export function defineRoute(contract: RouteContract, handle: (input: RouteInput) => unknown): Route {
  const { method, path, aliases = [], reply } = contract;
  async function answer(context: Context<ServerEnv>): Promise<Response> {
    try {
      const result = await handle({ context, params: await readParams(context, contract) });
      if (isResponse(result)) return result;
      if (reply.status === 204) return context.body(null, 204);
      const text = typeof result === "object" && result !== null ? textOf(result) : undefined;
      if (text === undefined) return context.json(result ?? {}, reply.status ?? 200);
      return context.body(text, reply.status ?? 200, { "Content-Type": "application/json" });
    } catch (error) {
      const response = answerError(context, error);
      if (response === undefined || context.env.outgoing.headersSent) throw error;
      return response;
    }
  }
  return {
    contract,
    mount(app) {
      for (const one of [path, ...aliases]) {
        app.on(method, toPattern(one), answer);
      }
    },
  };
}

/** A path parameter takes precedence over a body field of the same name. */
async function readParams(
  context: Context<ServerEnv>,
  { query, body, bodyType }: RouteContract,
): Promise<RouteInput["params"]> {
  const asked = query === undefined ? {} : readQuery(context, query);
  const read = bodyType === undefined ? readBody : readLines;
  const given = body === undefined ? {} : await read(context, body);
  return Object.assign({}, given, asked, context.req.param());
}

/** A stream's response was created before the server replaced the global class. */
function isResponse(result: unknown): result is Response {
  return result instanceof Response || result === RESPONSE_ALREADY_SENT;
}
