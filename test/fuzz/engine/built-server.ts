// The built server as the thing that is fuzzed: one process for all inputs of a target, started again if it died.
import { readFile } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { openPlace, type Place } from "../../e2e/run-parley.ts";
import { serve, type Served } from "../../e2e/serve/served.ts";
import { fromBytes, type Bytes } from "./bytes.ts";
import { INPUT_MS_MAX, SERVER_RSS_BYTES_MAX, STREAM_MS } from "./limits.ts";
import { BrokenPromise } from "./target.ts";

export interface HttpStep {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: Bytes | undefined;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Of a stream: what came in the time it was read for. */
  readonly text: string;
}

/** What stands on stderr only if something broke inside. */
const BROKEN =
  /unhandled|uncaught|"?a request failed|a stream failed|was interrupted|call failed|TypeError|RangeError|at file:|\.cjs:\d+/i;

export class BuiltServer implements AsyncDisposable {
  readonly #place: Place;
  #server: Served;
  #stderr = "";

  private constructor(place: Place, server: Served) {
    this.#place = place;
    this.#server = server;
    this.#watch();
  }

  static async open(): Promise<BuiltServer> {
    const place = await openPlace();
    return new BuiltServer(place, await serve(place));
  }

  get url(): string {
    return this.#server.url;
  }

  get token(): string {
    return this.#server.token;
  }

  /** Where sessions work. */
  get folder(): string {
    return this.#place.work;
  }

  /** Rejects if there is no answer. The placeholders of the samples are filled in by `values`. */
  async send(step: HttpStep, values: Readonly<Record<string, string>> = {}): Promise<HttpAnswer> {
    const fill = (text: string): string =>
      text.replaceAll(/\b(?:SESSION|FOLDER|TURN|INTERACTION)\b/g, (name) => values[name] ?? name);
    const { body } = step;
    const bytes = body === undefined ? undefined : typeof body === "string" ? Buffer.from(fill(body)) : fromBytes(body);
    const headers: Record<string, string> = {
      authorization: `Bearer ${this.token}`,
      "content-type": "application/json",
    };
    for (const [name, value] of Object.entries(step.headers ?? {})) headers[name] = fill(value);
    return exchange(this.url, { ...step, path: fill(step.path), headers }, bytes);
  }

  /** After every input: it lives, it answers, and it said nothing of a fault of its own. */
  async check(): Promise<void> {
    const { child } = this.#server.running;
    if (child.exitCode !== null || child.signalCode !== null) {
      const end = `the server ended with ${child.exitCode ?? child.signalCode}: ${this.#stderr.slice(-2_000)}`;
      await this.#restart();
      throw new BrokenPromise(end);
    }
    const health = await this.send({ method: "GET", path: "/health" });
    if (health.status !== 200) throw new BrokenPromise(`/health answers ${health.status}`);
    // What it wrote before that answer is in the pipe, and may be read after it.
    await new Promise((resolve) => setTimeout(resolve, 1));
    const said = this.#stderr;
    this.#stderr = "";
    if (BROKEN.test(said)) throw new BrokenPromise(`the server's log: ${said.slice(0, 2_000)}`);
  }

  /** After the last input. */
  async finish(): Promise<void> {
    await this.check();
    const bytes = await residentBytes(this.#server.pid);
    if (bytes > SERVER_RSS_BYTES_MAX) throw new BrokenPromise(`the server has ${bytes} bytes resident`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.end();
    await this.#place[Symbol.asyncDispose]();
  }

  async #restart(): Promise<void> {
    this.#server = await serve(this.#place);
    this.#watch();
  }

  #watch(): void {
    this.#stderr = "";
    this.#server.running.child.stderr.on("data", (text: string) => (this.#stderr += text));
  }
}

function exchange(url: string, { method, path, headers }: HttpStep, body: Buffer | undefined): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const sent = httpRequest(url + encodeUnsafe(path), { method, headers }, (response) => {
      isAnswered = true;
      const chunks: Buffer[] = [];
      const end = (): void => {
        clearTimeout(hangUp);
        const { statusCode: status = 0, headers: given } = response;
        resolve({ status, headers: given, text: Buffer.concat(chunks).toString("utf8") });
      };
      const isStream = response.headers["content-type"]?.includes("event-stream") === true;
      const hangUp = isStream ? setTimeout(() => response.destroy(), STREAM_MS) : undefined;
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", () => undefined).once("close", end);
    });
    sent.setTimeout(INPUT_MS_MAX, () => sent.destroy(new Error(`no answer to ${method} ${path.slice(0, 200)}`)));
    // After the answer the connection is no longer needed.
    sent.on("error", (error) => {
      if (!isAnswered) reject(new BrokenPromise(`${method} ${path.slice(0, 200)}: ${error.message}`));
    });
    sent.end(body);
  });
}

/** Node's client refuses what a server has to bear; bare bytes are tried elsewhere. */
function encodeUnsafe(path: string): string {
  // oxlint-disable-next-line no-control-regex -- These are what is meant.
  return path.replaceAll(/[\u0000-\u0020\u007f-\uffff]/g, (character) =>
    encodeURIComponent(Buffer.from(character).toString("utf8")),
  );
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
}
