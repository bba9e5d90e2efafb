// Opens the watchers that the flags ask for. Each is in its own file, which loads only when needed.
import { ParleyError, type Log } from "@parley/base";
import { resolve } from "node:path";
import type { Arguments } from "../../arguments/usage.ts";
import type { CommandContext } from "../../command.ts";
import type { proxyUsage } from "../../usage/proxy.ts";
import type { Watcher } from "./watchers.ts";

type Flags = Arguments<typeof proxyUsage>["flags"];

export async function openWatchers(
  flags: Flags,
  agentId: string,
  { home, log }: Pick<CommandContext, "home" | "log">,
): Promise<readonly Watcher[]> {
  const { record } = flags;
  if (flags["no-observe"]) {
    if (record === undefined && flags["feed-port"] === undefined) return [];
    const flag = record === undefined ? "--feed-port" : "--record";
    throw new ParleyError({ code: "usage", message: `${flag} cannot be used with --no-observe` });
  }
  const watchers: Watcher[] = [];
  if (record !== undefined) {
    const { watchForRecord } = await import("./record-watcher.ts");
    const path = resolve(record);
    watchers.push(await watchForRecord({ path, redact: !flags["no-redact"], agentId, log }));
  }
  if (!flags["no-feed"]) {
    const { watchForFeed } = await import("./feed-watcher.ts");
    watchers.push(watchForFeed({ agentId, home, port: flags["feed-port"], log }));
  }
  const telemetry = await watchForTelemetry(agentId, log);
  return telemetry === undefined ? watchers : [...watchers, telemetry];
}

/** Telemetry is on only if the environment names a collector. */
async function watchForTelemetry(agentId: string, log: Log): Promise<Watcher | undefined> {
  if (!Object.keys(process.env).some((name) => /^OTEL_EXPORTER_OTLP_(?:\w+_)?ENDPOINT$/.test(name))) return undefined;
  const { openTelemetry } = await import("@parley/observe/otel");
  const problems: string[] = [];
  const telemetry = openTelemetry(process.env, { agentId, log, onProblem: (problem) => problems.push(problem) });
  // A telemetry problem is reported now, so that the user does not wait for spans that never arrive.
  const notice = problems.length === 0 ? undefined : Promise.resolve(`telemetry: ${problems.join("; ")}`);
  if (telemetry === undefined) {
    return notice && { notice, needsObservations: false, close: () => Promise.resolve() };
  }
  return {
    notice,
    frame: (frame, observations) => telemetry.add(frame, observations),
    observation: (observation) => telemetry.observe(observation),
    needsObservations: true,
    close: () => telemetry.close(),
  };
}
