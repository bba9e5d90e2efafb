// Reads a request of the HTTP+JSON binding: its body, path and query.
import { parseJson, isObject } from "@parley/base";
import { A2A_CONTENT_TYPE, SendMessageRequest } from "@a2a-js/sdk";
import { ContentTypeNotSupportedError, RequestMalformedError } from "@a2a-js/sdk/errors";
import type { ServerCallContext } from "@a2a-js/sdk/server";
import type { Context } from "hono";
import type { ServerEnv } from "../../http/dialect.ts";
import { parseBody } from "../../http/read-body.ts";
import { checkRequest } from "./check-message.ts";

export interface RestCall {
  readonly c: Context<ServerEnv>;
  readonly context: ServerCallContext;
  readonly stop: AbortController;
  /** The name of an agent, if any. */
  readonly tenant: string;
}

export async function readMessage({ c, tenant }: RestCall): Promise<SendMessageRequest> {
  const body = await readBody(c);
  checkRequest(body);
  return SendMessageRequest.fromJSON(tenant === "" ? body : { ...body, tenant });
}

export async function readBody(c: Context<ServerEnv>): Promise<Record<string, unknown>> {
  const type = c.req.header("Content-Type") ?? "";
  const media = type.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (media !== "" && media !== "application/json" && media !== A2A_CONTENT_TYPE) {
    throw new ContentTypeNotSupportedError(`Content-Type ${type} is not supported; send ${A2A_CONTENT_TYPE}`);
  }
  let body: unknown;
  try {
    body = await parseBody(c, parseJson);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new RequestMalformedError({ message: `The body is not JSON: ${why}`, cause });
  }
  if (isObject(body)) return body;
  throw new RequestMalformedError("The body must be a JSON object");
}

export function readTaskId({ c }: RestCall): string {
  return c.req.param("task") ?? "";
}

/** `{id}:cancel`: the verb follows the id. */
export function readVerb(call: RestCall, verb: string): string {
  const task = readTaskId(call);
  if (!task.endsWith(`:${verb}`))
    throw new RequestMalformedError(`Operation ${task} not found; use :cancel or :subscribe`);
  return task.slice(0, -verb.length - 1);
}

export function readConfigIds(call: RestCall): { tenant: string; taskId: string; id: string } {
  return { tenant: call.tenant, taskId: readTaskId(call), id: call.c.req.param("config") ?? "" };
}

export function readCount(c: Context<ServerEnv>, name: string): number | undefined {
  const said = c.req.query(name) ?? "";
  if (said === "") return undefined;
  if (!/^\d{1,9}$/.test(said)) throw new RequestMalformedError(`${name} must be an integer`);
  return Number(said);
}
