// Requests to one address: headers, cookies, a timeout, and aborting everything in progress.
import { ParleyError } from "@parley/base";
import { timedOut, toPlace } from "../connect-failure.ts";
import { ERROR_BODY_BYTES } from "../limits.ts";
import { readBody, type BodyText } from "./body.ts";
import type { CookieJar } from "./cookies.ts";

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface EndpointOptions {
  readonly url: URL;
  readonly fetch: Fetch;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: CookieJar | undefined;
  readonly answerMs: number;
}

export interface Answer extends BodyText {
  readonly status: number;
  readonly isOk: boolean;
  readonly headers: Headers;
}

/** A stream of events, or the answer that came instead. */
export type OpenedStream =
  | { readonly body: ReadableStream<Uint8Array>; readonly answer?: undefined }
  | { readonly answer: Answer; readonly body?: undefined };

const EVENT_STREAM = "text/event-stream";

export class Endpoint {
  readonly place: string;
  readonly #options: EndpointOptions;
  readonly #live = new Set<AbortController>();

  constructor(options: EndpointOptions) {
    this.#options = options;
    this.place = toPlace(options.url);
  }

  /** Sends one message and reads what comes back, up to `bytesMax`. Rejects only if there is no answer at all. */
  async exchange(method: "POST" | "DELETE", headers: Headers, body: string | null, bytesMax: number): Promise<Answer> {
    const controller = new AbortController();
    const { signal } = controller;
    try {
      return await this.#inTime(controller, async () => {
        return toAnswer(await this.#fetch({ method, headers, body, signal }), bytesMax);
      });
    } finally {
      this.release(controller);
    }
  }

  /** The stream lives until it ends, until `controller` is aborted or `abortAll` is called; then it is released. */
  async openStream(headers: Headers, controller: AbortController): Promise<OpenedStream> {
    headers.set("accept", EVENT_STREAM);
    const { signal } = controller;
    return this.#inTime(controller, async () => {
      const response = await this.#fetch({ method: "GET", headers, signal, cache: "no-store" });
      const isEvents = response.headers.get("content-type")?.toLowerCase().startsWith(EVENT_STREAM) ?? false;
      if (response.ok && isEvents && response.body !== null) return { body: response.body };
      return { answer: await toAnswer(response, ERROR_BODY_BYTES) };
    });
  }

  release(controller: AbortController): void {
    this.#live.delete(controller);
  }

  /** Aborts everything in progress, including streams. */
  abortAll(): void {
    for (const controller of this.#live) controller.abort();
    this.#live.clear();
  }

  async #inTime<T>(controller: AbortController, task: () => Promise<T>): Promise<T> {
    const { answerMs } = this.#options;
    const timer = setTimeout(() => controller.abort(timedOut(this.place, answerMs)), answerMs);
    this.#live.add(controller);
    try {
      return await task();
    } finally {
      clearTimeout(timer);
    }
  }

  async #fetch(init: RequestInit & { readonly headers: Headers }): Promise<Response> {
    const { url, fetch, cookies } = this.#options;
    const { headers } = init;
    for (const [name, value] of Object.entries(this.#options.headers)) {
      if (!headers.has(name)) headers.set(name, value);
    }
    const cookie = [headers.get("cookie") ?? "", cookies?.header(url) ?? ""].filter((part) => part !== "").join("; ");
    if (cookie !== "") headers.set("cookie", cookie);
    // Redirects are not followed: a POST would turn into a GET, and credentials could leave for another host.
    const credentials = cookies === undefined ? "omit" : "include";
    const response = await fetch(url.href, { ...init, credentials, redirect: "manual" });
    cookies?.store(url, response.headers);
    return response;
  }
}

async function toAnswer(response: Response, bytesMax: number): Promise<Answer> {
  const body = await readBody(response.body, bytesMax);
  return { ...body, status: response.status, isOk: response.ok, headers: response.headers };
}

/** Headers of a request; throws a ParleyError if an id cannot be written into one. */
export function toHeaders(fields: Readonly<Record<string, string | undefined>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    try {
      headers.set(name, value);
    } catch (cause) {
      throw new ParleyError({ code: "invalid_message", message: `"${value}" cannot be sent as ${name}`, cause });
    }
  }
  return headers;
}
