import { bundleProgram, startProgram } from "@parley/test-support";
import { once } from "node:events";
import { expect, it } from "vitest";
import { startCollector } from "./testing/collector-server.ts";

const PROGRAM = new URL("./testing/telemetry-program.main.ts", import.meta.url);

interface Outcome {
  readonly loaded: number;
  readonly stats?: Readonly<Record<string, number>>;
}

async function run(env: Record<string, string>, ...args: readonly string[]): Promise<Outcome> {
  await using program = startProgram(await bundleProgram(PROGRAM), { env, args });
  const [said] = (await once(program.stdout, "data")) as [Buffer];
  expect(await program.exited).toEqual({ code: 0, signal: null });
  return JSON.parse(String(said)) as Outcome;
}

it("loads nothing of OpenTelemetry unless it is configured", async () => {
  expect(await run({ OTEL_EXPORTER_OTLP_ENDPOINT: "" })).toMatchObject({ loaded: 0 });
  await using collector = await startCollector();
  // Loading it takes seconds on a busy machine.
  const configured = await run({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, "60000");
  expect(configured.loaded).toBeGreaterThan(0);
  expect(configured.stats).toMatchObject({ sent: 6, failed: 0 });
  expect(collector.spans).toHaveLength(6);
});

it("never keeps a process alive, whatever the collector does", async () => {
  await using collector = await startCollector();
  collector.answer = () => ({ isSilent: true });
  const silent = await run({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  expect(silent.stats).toMatchObject({ sent: 0, failed: 6 });
  await collector.close();
  const down = await run({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  expect(down.stats).toMatchObject({ sent: 0, failed: 6 });
});
