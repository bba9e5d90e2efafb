// Request bodies: read within the limits, parsed once.
import type { Context } from "hono";
import type { IncomingMessage } from "node:http";
import { admissionOf } from "./admission.ts";
import type { BodyReservation } from "./body-budget.ts";
import type { ServerEnv } from "./dialect.ts";
import { tooLargeBody, type Refusal } from "./refusal.ts";

/** The field in which the HTTP adapter expects a body that was already read. */
const RAW_BODY = "rawBody";

/** Routes of GET and HEAD read no body: Node discards it. */
export function hasBody(incoming: IncomingMessage): boolean {
  const { method, headers } = incoming;
  if (method === "GET" || method === "HEAD") return false;
  return isUnmeasured(incoming) || Number(headers["content-length"] ?? 0) > 0;
}

/** The length of the body is only known once all of it has arrived. */
function isUnmeasured({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined;
}

/**
 * Reserves the memory of a body before anything reads it, and receives a body of unknown length.
 * Resolves to a refusal if there is no room, or if the body is too large. Rejects if the client disconnects.
 */
export async function admitBody(
  incoming: IncomingMessage,
  reservation: BodyReservation,
  bytesMax: number,
): Promise<Refusal | undefined> {
  if (!isUnmeasured(incoming)) return reservation.grow(Number(incoming.headers["content-length"] ?? 0));
  const body = await receive(incoming, reservation, bytesMax);
  if (!Buffer.isBuffer(body)) return body;
  Object.assign(incoming, { [RAW_BODY]: body });
  return undefined;
}

/** Parses the body, and then releases its memory and its reservation. */
export async function parseBody<Value>(c: Context<ServerEnv>, parse: (text: string) => Value): Promise<Value> {
  const { incoming } = c.env;
  try {
    return parse(await c.req.text());
  } finally {
    c.req.bodyCache = {};
    Reflect.deleteProperty(incoming, RAW_BODY);
    admissionOf(incoming)?.body?.release();
  }
}

async function receive(
  incoming: IncomingMessage,
  reservation: BodyReservation,
  bytesMax: number,
): Promise<Buffer | Refusal> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return await new Promise<Buffer | Refusal>((resolve, reject) => {
    const take = (chunk: Buffer): void => {
      bytes += chunk.length;
      const refusal = bytes > bytesMax ? tooLargeBody(bytesMax) : reservation.grow(chunk.length);
      if (refusal === undefined) {
        chunks.push(chunk);
        return;
      }
      incoming.pause().off("data", take);
      resolve(refusal);
    };
    incoming.on("data", take);
    incoming.once("end", () => resolve(Buffer.concat(chunks, bytes)));
    incoming.once("error", reject);
    incoming.once("close", () => reject(new Error("the client disconnected before its body had arrived")));
  });
}
