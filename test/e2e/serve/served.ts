// A server of the built command line, as a process of its own.
import type { Outcome, Place, RunOptions, Running } from "../run-parley.ts";
import { databaseFor } from "./test-database.ts";
import { isThreeNodes, startGroup } from "./three-served.ts";

export interface Served extends AsyncDisposable {
  readonly url: string;
  readonly token: string;
  readonly pid: number;
  readonly running: Running;
  /** With the token. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Signals it to stop, and waits for it. */
  end(signal?: NodeJS.Signals): Promise<Outcome>;
}

/** Resolves when it is ready. */
export async function serve(place: Place, args: readonly string[] = [], options: RunOptions = {}): Promise<Served> {
  const env = { ...(await databaseFor(place.home)), ...options.env };
  if (!isThreeNodes) return toServed(await start(place, args, { ...options, env }));
  const group = await startGroup(place, args, { ...options, env }, (own, more) => start(place, own, more));
  return toServed(group, group.othersEnded);
}

export type Started = Pick<Served, "url" | "token" | "pid" | "running">;

async function start(place: Place, args: readonly string[], options: RunOptions): Promise<Started> {
  const running = place.start(["serve", "--port", "0", "--no-feed", "--json", ...args], options);
  const { url, token, pid } = JSON.parse(await firstLine(running)) as Omit<Started, "running">;
  return { url, token, pid, running };
}

function toServed(started: Started, othersEnded?: Promise<void>): Served {
  const { url, token, running } = started;
  const end = async (signal: NodeJS.Signals = "SIGTERM"): Promise<Outcome> => {
    running.child.kill(signal);
    const outcome = await running.ended;
    await othersEnded;
    return outcome;
  };
  return {
    url,
    token,
    pid: started.pid,
    running,
    fetch: (path, init) => fetch(`${url}${path}`, { ...init, headers: { authorization: `Bearer ${token}` } }),
    end,
    [Symbol.asyncDispose]: async () => void (await end()),
  };
}

/** Resolves when its output has the text. */
export function sees({ child }: Running, text: string, stream: "stdout" | "stderr" = "stdout"): Promise<void> {
  let seen = "";
  return new Promise((resolve, reject) => {
    child[stream].on("data", (chunk: string) => {
      seen += chunk;
      if (seen.includes(text)) resolve();
    });
    child.once("close", () => reject(new Error(`Not seen: ${text}\n${seen}`)));
  });
}

function firstLine({ child, ended }: Running): Promise<string> {
  let seen = "";
  return new Promise((resolve, reject) => {
    child.stdout.on("data", (chunk: string) => {
      seen += chunk;
      const [line, ...rest] = seen.split("\n");
      if (rest.length > 0 && line !== undefined) resolve(line);
    });
    void ended.then(({ code, stderr }) => reject(new Error(`The server ended with ${code}: ${stderr}`)));
  });
}
