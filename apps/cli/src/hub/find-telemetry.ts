// Turns on telemetry of the agents' activity if the environment names a collector.
import type { Log } from "@parley/base";
import type { HubOptions } from "@parley/hub";

export async function findTelemetry(log: Log): Promise<HubOptions["openTelemetry"]> {
  if (!Object.keys(process.env).some((name) => /^OTEL_EXPORTER_OTLP_(?:\w+_)?ENDPOINT$/.test(name))) return undefined;
  const { openTelemetry } = await import("@parley/observe/otel");
  return (agentId) => openTelemetry(process.env, { agentId, log });
}
