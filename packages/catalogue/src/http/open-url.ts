// Fetches over http and https only, with limits on redirects, bytes and time, and without secrets in its errors.
import { causesOf, describeNetworkCode, networkCodeOf, isLoopbackHost } from "@parley/base";
import { REDIRECTS_MAX } from "../limits.ts";
import { showUrl } from "./show-url.ts";

/** A message that may be shown. Callers wrap it in an error of their own. */
export class FetchFailure extends Error {
  override readonly name = "FetchFailure";
}

export interface FetchOptions {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly bytesMax: number;
  /** Longest pause between two bytes. */
  readonly stallMs: number;
  /** In total (default: no limit). */
  readonly totalMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Fetched {
  readonly status: number;
  readonly headers: Headers;
  /** If the server sent it. */
  readonly totalBytes: number | undefined;
  /** Fails with a `FetchFailure` past a limit. Read it, or call `close`. */
  readonly chunks: AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
/** Follows redirects. Rejects with `FetchFailure`, or with the signal's reason if it was aborted. */
export async function openUrl(address: string, options: FetchOptions): Promise<Fetched> {
  const watch = new Watch(options);
  try {
    let url = parseAddress(address);
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
      const response = await fetchOnce(url, options, watch);
      if (!REDIRECTS.includes(response.status)) return toFetched(url, response, options, watch);
      await response.body?.cancel();
      url = nextUrl(url, response.headers.get("location") ?? "");
    }
    throw new FetchFailure(`${showUrl(url)} was reached after more than ${REDIRECTS_MAX} redirects`);
  } catch (error) {
    watch.stop();
    throw error;
  }
}

export function parseAddress(address: string): URL {
  // The text is not shown because it may contain secrets.
  if (!URL.canParse(address)) throw new FetchFailure("the address is not a URL");
  const url = new URL(address);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new FetchFailure(`${url.protocol} URLs are not supported; use http: or https:`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new FetchFailure(`the address of ${showUrl(url)} must not contain a user name or a password`);
  }
  return url;
}

/** The target of a redirect, if it may be followed. */
export function nextUrl(from: URL, location: string): URL {
  if (location === "" || !URL.canParse(location, from.href)) {
    throw new FetchFailure(`${showUrl(from)} redirects to an invalid URL`);
  }
  const next = parseAddress(new URL(location, from).href);
  if (from.protocol === "https:" && next.protocol === "http:" && !isLoopbackHost(next.hostname)) {
    throw new FetchFailure(`${showUrl(from)} redirects from https to http, which is not followed`);
  }
  return next;
}

async function fetchOnce(url: URL, { headers = {} }: FetchOptions, watch: Watch): Promise<Response> {
  try {
    return await fetch(url, { headers, redirect: "manual", credentials: "omit", signal: watch.signal });
  } catch (error) {
    throw watch.explain(url, error);
  }
}

function toFetched(url: URL, response: Response, options: FetchOptions, watch: Watch): Fetched {
  const { status, headers, body } = response;
  const length = headers.get("content-length");
  const totalBytes = length !== null && /^\d{1,15}$/.test(length) ? Number(length) : undefined;
  const close = async (): Promise<void> => {
    watch.stop();
    await body?.cancel().catch(() => undefined);
  };
  return { status, headers, totalBytes, chunks: readChunks(url, response, options, watch, totalBytes), close };
}

async function* readChunks(
  url: URL,
  { body }: Response,
  { bytesMax }: FetchOptions,
  watch: Watch,
  totalBytes: number | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  const tooLarge = (): FetchFailure => new FetchFailure(`${showUrl(url)} is larger than ${bytesMax} bytes`);
  let bytes = 0;
  try {
    if (totalBytes !== undefined && totalBytes > bytesMax) throw tooLarge();
    for await (const chunk of body ?? []) {
      watch.touch();
      bytes += chunk.length;
      if (bytes > bytesMax) throw tooLarge();
      yield chunk;
      // The time that the caller takes for a chunk does not count.
      watch.touch();
    }
  } catch (error) {
    throw watch.explain(url, error);
  } finally {
    watch.stop();
  }
}

/** The time limits of one fetch, with its redirects, and the caller's signal. */
class Watch {
  readonly #abort = new AbortController();
  readonly #caller: AbortSignal | undefined;
  readonly #stall: NodeJS.Timeout;
  readonly #total: NodeJS.Timeout | undefined;
  readonly #onAbort = (): void => this.#abort.abort();
  #reason: string | undefined;

  constructor({ stallMs, totalMs, signal }: FetchOptions) {
    const stop = (reason: string) => (): void => {
      this.#reason = reason;
      this.#abort.abort();
    };
    this.#caller = signal;
    this.#stall = setTimeout(stop(`no data for ${stallMs} ms`), stallMs);
    if (totalMs !== undefined) this.#total = setTimeout(stop(`it took longer than ${totalMs} ms`), totalMs);
    if (signal?.aborted === true) this.#abort.abort();
    signal?.addEventListener("abort", this.#onAbort);
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  touch(): void {
    this.#stall.refresh();
  }

  stop(): void {
    clearTimeout(this.#stall);
    clearTimeout(this.#total);
    this.#caller?.removeEventListener("abort", this.#onAbort);
  }

  explain(url: URL, error: unknown): unknown {
    if (this.#caller?.aborted === true) return this.#caller.reason;
    if (error instanceof FetchFailure) return error;
    const why = this.#reason ?? causeOf(error);
    return new FetchFailure(`${showUrl(url)} could not be fetched: ${why}`, { cause: error });
  }
}

function causeOf(error: unknown): string {
  const code = networkCodeOf(error);
  const known = code === undefined ? undefined : describeNetworkCode(code);
  const deepest = causesOf(error).at(-1);
  return known ?? (deepest instanceof Error ? deepest.message : String(error));
}
