// Requests to a server's native API: sends and receives JSON, and converts failures to Parley's errors.
import { ERROR_CODES, ParleyError, type ErrorCode, isObject, parseObject, type JsonObject } from "@parley/base";
import { notFound, refused } from "./check-server.ts";
import { SERVER_ANSWER_MS, SERVER_ERROR_CHARS_MAX } from "../limits.ts";
import type { ServerAccess } from "./server-access.ts";

type Method = "GET" | "POST" | "PUT" | "DELETE";

interface ApiRequest {
  readonly query?: Readonly<Record<string, string | undefined>> | undefined;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

export class ServerApi {
  readonly #access: ServerAccess;

  constructor(access: ServerAccess) {
    this.#access = access;
  }

  /** Returns an empty object for a response without a body. */
  async request(method: Method, path: string, request: ApiRequest = {}): Promise<JsonObject> {
    const timeout = AbortSignal.timeout(SERVER_ANSWER_MS);
    const signal = request.signal === undefined ? timeout : AbortSignal.any([request.signal, timeout]);
    const response = await this.#send(method, path, { ...request, signal });
    const text = await response.text();
    if (text === "") return {};
    const value = parseObject(text);
    if (value !== undefined) return value;
    const message = `The server at ${this.#access.url} answered ${method} ${path} with something that is not a JSON object`;
    throw new ParleyError({ code: "invalid_message", message });
  }

  /** Returns the response as a stream. */
  async stream(path: string, signal?: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
    const { body } = await this.#send("GET", path, { signal });
    return body ?? emptyStream();
  }

  async #send(method: Method, path: string, { query = {}, body, signal }: ApiRequest): Promise<Response> {
    const { url, token } = this.#access;
    const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
    const target = `${url}${path}${given.length === 0 ? "" : `?${new URLSearchParams(given).toString()}`}`;
    const isText = typeof body === "string";
    let response: Response;
    try {
      response = await fetch(target, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { "content-type": isText ? "application/x-ndjson" : "application/json" }),
        },
        ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
        ...(signal === undefined ? {} : { signal }),
      });
    } catch (cause) {
      if (signal?.aborted === true) throw cause;
      throw notFound(url, cause);
    }
    if (response.ok) return response;
    if (response.status === 401) throw refused(url, token);
    throw await toError(response);
  }
}

/** The server's own error message, if it sent one. */
async function toError(response: Response): Promise<ParleyError> {
  const text = (await response.text()).slice(0, SERVER_ERROR_CHARS_MAX);
  const { code, message, remedy } = parseObject(text) ?? {};
  return new ParleyError({
    code: isErrorCode(code) ? code : "connection_failed",
    message: typeof message === "string" ? message : `The server answered with HTTP ${response.status}`,
    ...(isObject(remedy) && typeof remedy["label"] === "string" ? { remedy: { label: remedy["label"] } } : {}),
  });
}

function isErrorCode(value: unknown): value is ErrorCode {
  return (ERROR_CODES as readonly unknown[]).includes(value);
}

async function* emptyStream(): AsyncIterable<Uint8Array> {
  // The body is empty.
}
