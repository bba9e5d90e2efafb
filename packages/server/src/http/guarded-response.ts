// A response with the headers that every response has, and a timeout if the client does not read it. The headers are added with
// the head: setting them one by one takes three times as long.
import { ServerResponse, type IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders } from "node:http";
import type { Socket } from "node:net";
import { admissionOf } from "./admission.ts";

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[];

/** Browsers must not run or render any response, unless its route sets its own policy. */
const POLICY = "content-security-policy";
const CLOSED = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

export class GuardedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  constructor(request: Request) {
    super(request);
    this.on("timeout", closeIfStalled);
  }

  override writeHead(status: number, ...rest: readonly (string | Headers | undefined)[]): this {
    const [first, second] = rest;
    const given = toRecord(typeof first === "string" ? second : first);
    if (typeof first === "string") this.statusMessage = first;
    return super.writeHead(status, this.#withGuards(given));
  }

  #withGuards(given: OutgoingHttpHeaders): OutgoingHttpHeaders {
    const headers: OutgoingHttpHeaders = { "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" };
    // Node answers some malformed requests itself, before they are admitted. A header without a value would throw.
    const requestId = admissionOf(this.req)?.requestId;
    if (requestId !== undefined) headers["x-request-id"] = requestId;
    let hasPolicy = false;
    for (const name of Object.keys(given)) {
      headers[name] = given[name];
      if (name.length === POLICY.length && name.toLowerCase() === POLICY) hasPolicy = true;
    }
    if (!hasPolicy) headers[POLICY] = CLOSED;
    return headers;
  }
}

/** The connection was idle for a while. A client that waits for a response has nothing to read; one that has unread data is gone. */
function closeIfStalled(socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy();
}

function toRecord(headers: string | Headers | undefined): OutgoingHttpHeaders {
  if (headers === undefined || typeof headers === "string") return {};
  if (!Array.isArray(headers)) return headers;
  const record: OutgoingHttpHeaders = {};
  for (let index = 0; index + 1 < headers.length; index += 2) record[String(headers[index])] = headers[index + 1];
  return record;
}
