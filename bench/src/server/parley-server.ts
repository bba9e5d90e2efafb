// The built `parley serve`, in a home and a folder of its own.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inTempFolder } from "../command-line.ts";
import { WatchedServer, type Address } from "./watched-server.ts";

/** Another build can be measured instead. */
const PARLEY =
  process.env["PARLEY_BENCH_CLI"] ?? fileURLToPath(new URL("../../../apps/cli/dist/parley.cjs", import.meta.url));
const CLOCK_AGENT = fileURLToPath(new URL("./programs/clock-agent.mjs", import.meta.url));

const READING_AGENT = fileURLToPath(new URL("./programs/reading-agent.mjs", import.meta.url));

const PACING_AGENT = fileURLToPath(new URL("./programs/pacing-agent.mjs", import.meta.url));

/** Says the time at a steady rate: "RATE SECONDS". */
export const PACER = "pacer";
/** Says the time as soon as it is asked. */
export const CLOCK = "clock";
/** Reads a file through its client, and says how long that takes. */
export const READER = "reader";

export interface Particulars {
  /** Further arguments. */
  readonly more?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** In the user's environment, but in a home of its own. The default agent plays scripts. */
export async function startParley(
  folder: string,
  nodeFlags: readonly string[] = [],
  { more = [], env: own = {} }: Particulars = {},
): Promise<WatchedServer> {
  const [home, cwd] = [join(folder, "home"), join(folder, "work")];
  await mkdir(home, { recursive: true });
  await mkdir(cwd, { recursive: true });
  const agents = {
    [CLOCK]: { command: process.execPath, args: [CLOCK_AGENT] },
    [PACER]: { command: process.execPath, args: [PACING_AGENT] },
    [READER]: { command: process.execPath, args: [READING_AGENT] },
  };
  await writeFile(join(home, "config.json"), JSON.stringify({ agents, level: "auto" }));
  const args = [...nodeFlags, PARLEY, "serve", "--port", "0", "--json", "--agent", "script", ...more];
  const env = { ...process.env, PARLEY_HOME: home, ...own };
  return WatchedServer.start({ command: process.execPath, args, cwd, env }, findAddress);
}

/** In a folder of its own, which is gone afterwards. */
export function withParley<Result>(
  nodeFlags: readonly string[],
  measure: (server: WatchedServer, folder: string) => Promise<Result>,
): Promise<Result> {
  return inTempFolder(async (folder) => {
    await using server = await startParley(folder, nodeFlags);
    return await measure(server, folder);
  });
}

function findAddress(output: string): Address | undefined {
  const line = /^(\{.*\})$/m.exec(output)?.[1];
  if (line === undefined) return undefined;
  const { url, token } = JSON.parse(line) as { readonly url: string; readonly token: string };
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port), headers: { Authorization: `Bearer ${token}` } };
}
