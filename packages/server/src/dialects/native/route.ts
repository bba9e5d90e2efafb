// A route of the native API: what it takes and gives, as schemas that also make its documentation, and what it does.
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import type { ZodType } from "zod";
import { ownKey } from "../../auth/own-key.ts";
import type { ServerApp, ServerEnv } from "../../http/dialect.ts";
import { answerError } from "./errors.ts";
import { readBody, readQuery } from "./input/read-input.ts";

type Tag = "Reply" | "Sessions" | "Events" | "Questions" | "Agents" | "Recipes" | "Turns" | "About";
type Method = "get" | "post" | "put" | "delete";

interface RouteReply {
  /** 200 unless given. */
  readonly status?: 200 | 201 | 202 | 204 | undefined;
  readonly description: string;
  /** None: there is no body, or one that is not JSON. */
  readonly schema?: ZodType | undefined;
  readonly contentType?: string | undefined;
}

export interface RouteContract<Query = unknown, Body = unknown> {
  readonly method: Method;
  /** As OpenAPI writes it: `/sessions/{id}`. */
  readonly path: string;
  /** Other systems' names for it. */
  readonly aliases?: readonly string[] | undefined;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string | undefined;
  readonly query?: ZodType<Query> | undefined;
  readonly body?: ZodType<Body> | undefined;
  /** Content type of a body that is not JSON; the handler parses it. */
  readonly bodyType?: string | undefined;
  readonly example?: unknown;
  readonly reply: RouteReply;
  /** Statuses of what may go wrong, beside 400. */
  readonly errors?: readonly number[] | undefined;
}

export interface RouteInput<Query, Body> {
  readonly context: Context<ServerEnv>;
  readonly query: Query;
  readonly body: Body;
  /** A part of the path. */
  readonly param: (name: string) => string;
}

export interface Route {
  readonly contract: RouteContract;
  mount(app: ServerApp): void;
}

/** The handler gives a response, or what becomes its JSON. */
export function defineRoute<Query = undefined, Body = undefined>(
  contract: RouteContract<Query, Body>,
  handle: (input: RouteInput<Query, Body>) => unknown,
): Route {
  const { method, path, aliases = [], reply } = contract;
  async function answer(context: Context<ServerEnv>): Promise<Response> {
    try {
      const query = contract.query === undefined ? undefined : readQuery(context, contract.query);
      const body = contract.body === undefined ? undefined : await readBody(context, contract.body);
      const param = (name: string): string => context.req.param(name) ?? "";
      // Without a schema the type is undefined, and so is the value.
      const result = await handle({ context, query: query as Query, body: body as Body, param });
      if (isResponse(result)) return result;
      return reply.status === 204 ? context.body(null, 204) : context.json(result ?? {}, reply.status ?? 200);
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

/** As routes are mounted: `/sessions/:id`. */
export function toPattern(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ":$1");
}

/** A stream's was made before the server put its own class in place of the global one. */
function isResponse(result: unknown): result is Response {
  return result instanceof Response || result === RESPONSE_ALREADY_SENT;
}

/** Of everything that creates: the same key gives the same thing. */
export function idempotencyKey(context: Context<ServerEnv>): string | undefined {
  return ownKey(context.get("caller"), context.req.header("Idempotency-Key"));
}
