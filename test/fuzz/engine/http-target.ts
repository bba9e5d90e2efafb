// Plays requests against the built server; each target says what an error of its dialect looks like.
import { BuiltServer, type HttpAnswer, type HttpStep } from "./built-server.ts";
import type { HttpInput } from "./http-inputs.ts";
import { BrokenPromise, type OpenTarget } from "./target.ts";

export interface HttpDialect {
  /** Throws if it is not an answer of this dialect. */
  readonly checkAnswer: (answer: HttpAnswer, step: HttpStep) => void;
  /** What was acknowledged by this answer, as the path where it is found from now on. */
  readonly acknowledged?: ((answer: HttpAnswer, step: HttpStep) => string | undefined) | undefined;
}

/** Those that say something of the world, not of a fault inside. */
const SERVER_STATUSES = new Set([501, 502, 503, 504, 507]);
/** Everything else would take longer to look up than to make. */
const ACKNOWLEDGED_MAX = 200;

export async function openHttpTarget(dialect: HttpDialect): Promise<OpenTarget<HttpInput>> {
  const server = await BuiltServer.open();
  let values = await createValues(server);
  const acknowledged = new Set<string>();
  let isDeleted = false;
  const playStep = async (step: HttpStep): Promise<void> => {
    const answer = await server.send(step, values);
    checkStatus(answer, step);
    if (step.method === "HEAD") return;
    dialect.checkAnswer(answer, step);
    const path = answer.status < 300 ? dialect.acknowledged?.(answer, step) : undefined;
    if (path !== undefined && acknowledged.size < ACKNOWLEDGED_MAX) acknowledged.add(path);
    if (step.method !== "DELETE" || answer.status >= 300) return;
    // A session goes with everything in it.
    acknowledged.clear();
    isDeleted = true;
  };
  return {
    async play({ steps, atOnce }) {
      if (isDeleted) values = await createValues(server);
      isDeleted = false;
      try {
        if (atOnce) await Promise.all(steps.map(playStep));
        else for (const step of steps) await playStep(step);
      } catch (error) {
        // What the server says of it belongs to this input, not to the next.
        await server.check().catch(() => undefined);
        throw error;
      }
      await server.check();
    },
    async finish() {
      for (const path of acknowledged) {
        const { status } = await server.send({ method: "GET", path });
        if (status !== 200) throw new BrokenPromise(`${path} was acknowledged, and is ${status} now`);
      }
      await server.finish();
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function checkStatus({ status, text }: HttpAnswer, { method, path }: HttpStep): void {
  if (status < 500 || SERVER_STATUSES.has(status)) return;
  throw new BrokenPromise(`${method} ${path.slice(0, 200)} is answered with ${status} ${text.slice(0, 500)}`);
}

/** A session with a turn that is over and one that waits for an answer. */
async function createValues(server: BuiltServer): Promise<Readonly<Record<string, string>>> {
  const call = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const { text } = await server.send({ method, path, body: body === undefined ? undefined : JSON.stringify(body) });
    return JSON.parse(text) as Record<string, unknown>;
  };
  const { id } = await call("POST", "/sessions", { agent: "script", working_dir: server.folder });
  const session = String(id);
  const { turn_id: turn } = await call("POST", `/sessions/${session}/reply`, { user_message: "say hello" });
  for (;;) {
    const { state } = await call("GET", `/turns/${String(turn)}`);
    if (state === "failed" || state === undefined)
      throw new BrokenPromise("an honest turn fails after what was sent before");
    if (state === "completed")
      return { SESSION: session, TURN: String(turn), FOLDER: server.folder, INTERACTION: String(turn) };
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The parsed body, or undefined for what is not JSON. */
export function bodyOf({ text, headers }: HttpAnswer): Record<string, unknown> | undefined {
  if (!/^application\/(?:a2a\+)?json/.test(String(headers["content-type"] ?? ""))) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    throw new BrokenPromise(`not the JSON it says it is: ${text.slice(0, 300)}`);
  }
}

/** A code and a sentence, which every error has in every dialect. */
export function checkSentence(error: unknown, answer: HttpAnswer): void {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  const isFine =
    (typeof code === "string" || typeof code === "number") && typeof message === "string" && message !== "";
  if (!isFine) throw new BrokenPromise(`${answer.status} without a code and a message: ${answer.text.slice(0, 500)}`);
}
