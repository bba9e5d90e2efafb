// Turns what a launch needs in its sandbox into paths and hosts of this machine.
import { homedir } from "node:os";
import { resolve } from "node:path";
import type { AgentLaunch } from "../agent-launch.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** `~/x` and `x` below the home folder, and `$VAR`; places whose variable is not set are left out. */
export function expandPlaces(places: readonly string[], env: Environment): string[] {
  return places.flatMap((place) => expand(place, env) ?? []);
}

function expand(place: string, env: Environment): string | undefined {
  if (!place.startsWith("$")) return resolve(homedir(), place.replace(/^~(\/|$)/, ""));
  const value = env[place.slice(1)];
  return value === undefined || !value.startsWith("/") ? undefined : resolve(value);
}

/** The hosts of the agent's model provider, including one that the user chose by an address: `OPENAI_BASE_URL=http://127.0.0.1:11434/v1`. */
export function providerHosts({ sandboxNeeds }: AgentLaunch, env: Environment): string[] {
  return [...(sandboxNeeds?.hosts ?? []), ...hostsIn(env)];
}

const ADDRESS_VARIABLE = /^[A-Z0-9_]+_(BASE_URL|API_BASE|API_URL|ENDPOINT|HOST)$/;

function hostsIn(env: Environment): string[] {
  return Object.entries(env).flatMap(([name, value]) => {
    if (value === undefined || !ADDRESS_VARIABLE.test(name) || !/^https?:\/\//.test(value)) return [];
    if (!URL.canParse(value)) return [];
    const { hostname, port, protocol } = new URL(value);
    return [`${hostname}:${port === "" ? (protocol === "https:" ? 443 : 80) : port}`];
  });
}
