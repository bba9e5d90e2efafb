import { afterEach, describe, expect, it } from "vitest";
import { attributesOf, startCollector, type CollectorServer, type OtlpSpan } from "./testing/collector-server.ts";
import { Talk, talkOneTurn, TALK_START_MS } from "./testing/talk.ts";
import { openTelemetry } from "./open-telemetry.ts";
import type { Telemetry, TelemetryOptions } from "./telemetry.ts";
import type { Env } from "./config.ts";

const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
const PARENT_ID = "b7ad6b7169203331";

const open: AsyncDisposable[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).toReversed()) await thing[Symbol.asyncDispose]();
});

async function collect(): Promise<CollectorServer> {
  const collector = await startCollector();
  open.push(collector);
  return collector;
}

/** Longer than a test may take: what ends earlier is not ended by this. */
const PATIENT_CLOSE_MS = 600_000;
const PATIENT = { OTEL_EXPORTER_OTLP_TIMEOUT: "600000" };

function watch(env: Env, options?: TelemetryOptions): { talk: Talk; telemetry: Telemetry } {
  const telemetry = openTelemetry({ ...PATIENT, ...env }, { closeMs: PATIENT_CLOSE_MS, ...options });
  if (telemetry === undefined) throw new Error("There is no telemetry");
  open.push(telemetry);
  return { telemetry, talk: new Talk((frame, observations) => telemetry.add(frame, observations)) };
}

function only(spans: readonly OtlpSpan[], name: string): OtlpSpan {
  const found = spans.filter((span) => span.name === name);
  expect(found.map((span) => span.name)).toEqual([name]);
  return found[0] as OtlpSpan;
}

function times({ startTimeUnixNano, endTimeUnixNano }: OtlpSpan): number[] {
  return [startTimeUnixNano, endTimeUnixNano].map((nano) => Number(BigInt(nano) / 1_000_000n) - TALK_START_MS);
}

describe("spans", () => {
  it("are a tree: the turn, in it the tool call, in that the wait for a person", async () => {
    const collector = await collect();
    const { talk, telemetry } = watch({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    talkOneTurn(talk);
    await telemetry.close();
    const turn = only(collector.spans, "invoke_agent tester");
    const call = only(collector.spans, "execute_tool Run make --token …");
    const wait = only(collector.spans, "wait_permission");
    const file = only(collector.spans, "execute_tool fs/read_text_file");
    expect(turn.parentSpanId).toBeUndefined();
    expect([call.parentSpanId, wait.parentSpanId, file.parentSpanId]).toEqual([turn.spanId, call.spanId, turn.spanId]);
    expect(new Set([turn, call, wait, file].map(({ traceId }) => traceId)).size).toBe(1);
    expect(times(turn)).toEqual([1_000, 2_000]);
    expect(times(call)).toEqual([1_300, 1_835]);
    expect(times(wait)).toEqual([1_310, 1_710]);
    expect(times(file)).toEqual([1_810, 1_815]);
    expect(telemetry.stats).toEqual({ sent: 6, failed: 0, dropped: 0, metricsFailed: 0 });
  });

  it("say what the conventions for generative AI say", async () => {
    const collector = await collect();
    const { talk, telemetry } = watch({ OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/` });
    talkOneTurn(talk);
    await telemetry.close();
    const turn = only(collector.spans, "invoke_agent tester");
    expect(turn.kind).toBe(3);
    expect(attributesOf(turn)).toEqual({
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.provider.name": "acp.tester",
      "gen_ai.agent.name": "tester",
      "gen_ai.agent.version": "1.2.3",
      "gen_ai.conversation.id": "s1",
      "gen_ai.request.model": "m-1",
      "gen_ai.response.finish_reasons": ["end_turn"],
      "gen_ai.usage.input_tokens": 30,
      "gen_ai.usage.output_tokens": 12,
      "gen_ai.usage.cache_read.input_tokens": 5,
      "acp.time_to_first_token_ms": 250,
      "acp.context.used": 900,
      "acp.context.size": 1_000,
      "acp.cost.amount": 0.25,
      "acp.cost.currency": "EUR",
      "acp.tool_calls": 1,
    });
    expect(turn.events.map(({ name }) => name)).toEqual(["gen_ai.first_token"]);
    expect(attributesOf(only(collector.spans, "execute_tool Run make --token …"))).toMatchObject({
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.call.id": "c1",
      "acp.tool.kind": "execute",
      "acp.tool.status": "completed",
    });
    expect(attributesOf(only(collector.spans, "wait_permission"))).toMatchObject({
      "acp.permission.outcome": "selected",
      "acp.permission.option_kind": "allow_once",
    });
  });

  it("belong to the trace that the prompt names", async () => {
    const collector = await collect();
    const { talk, telemetry } = watch({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    talkOneTurn(talk, { traceparent: `00-${TRACE_ID}-${PARENT_ID}-01`, tracestate: "vendor=1" });
    await telemetry.close();
    const turn = only(collector.spans, "invoke_agent tester");
    expect(turn).toMatchObject({ traceId: TRACE_ID, parentSpanId: PARENT_ID, traceState: "vendor=1" });
    expect(only(collector.spans, "wait_permission").traceId).toBe(TRACE_ID);
  });

  it("are left out of a trace that is not sampled", async () => {
    const collector = await collect();
    const { talk, telemetry } = watch({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces` });
    talkOneTurn(talk, { traceparent: `00-${TRACE_ID}-${PARENT_ID}-00` });
    await telemetry.close();
    expect(collector.spans.map(({ name }) => name)).toEqual(["initialize", "session/new"]);
  });

  it("contain no message texts unless that is turned on", async () => {
    const collector = await collect();
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    const quiet = watch(env);
    talkOneTurn(quiet.talk);
    await quiet.telemetry.close();
    for (const word of ["Do it", "Well", "made", "hunter22", "abc123", "t0p"]) {
      expect(collector.deliveries.map(({ body }) => String(body)).join("\n")).not.toContain(word);
    }
    const before = collector.spans.length;
    const told = watch({ ...env, OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "true" });
    talkOneTurn(told.talk);
    await told.telemetry.close();
    const spans = collector.spans.slice(before);
    expect(attributesOf(only(spans, "invoke_agent tester"))).toMatchObject({
      "gen_ai.input.messages": JSON.stringify([
        { role: "user", parts: [{ type: "text", content: "Do it with password=…" }] },
      ]),
      "gen_ai.output.messages": JSON.stringify([
        { role: "assistant", parts: [{ type: "text", content: "Well done" }], finish_reason: "end_turn" },
      ]),
    });
    expect(attributesOf(only(spans, "execute_tool Run make --token …"))).toMatchObject({
      "gen_ai.tool.call.arguments": '{"command":"make","token":"…"}',
      "gen_ai.tool.call.result": "made",
    });
  });
});

describe("metrics", () => {
  interface Point {
    readonly sum: number;
    readonly count: number | string;
    readonly attributes: Parameters<typeof attributesOf>[0]["attributes"];
  }
  interface Metric {
    readonly name: string;
    readonly unit: string;
    readonly histogram: { readonly dataPoints: readonly Point[] };
  }

  function metricsOf(collector: CollectorServer): Record<string, { unit: string; points: [number, unknown][] }> {
    const body = collector.deliveries.findLast(({ path }) => path === "/v1/metrics")?.body;
    const request = JSON.parse(String(body)) as {
      resourceMetrics: { scopeMetrics: { metrics: Metric[] }[] }[];
    };
    const metrics = request.resourceMetrics.flatMap(({ scopeMetrics }) =>
      scopeMetrics.flatMap((scope) => scope.metrics),
    );
    return Object.fromEntries(
      metrics.map(({ name, unit, histogram }) => {
        const points = histogram.dataPoints.map((point): [number, unknown] => [
          point.sum,
          attributesOf(point)["gen_ai.token.type"],
        ]);
        return [name, { unit, points }];
      }),
    );
  }

  it("are how long turns took, their tokens, and the time to the first token", async () => {
    const collector = await collect();
    const { talk, telemetry } = watch({ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: `${collector.url}/v1/metrics` });
    talkOneTurn(talk);
    await telemetry.close();
    expect(collector.spans).toEqual([]);
    expect(metricsOf(collector)).toEqual({
      "gen_ai.client.operation.duration": { unit: "s", points: [[1, undefined]] },
      "gen_ai.client.token.usage": { unit: "{token}", points: [[30, "input"], [12, "output"]] }, // prettier-ignore
      "gen_ai.server.time_to_first_token": { unit: "s", points: [[0.25, undefined]] },
    });
  });

  it("come while the session goes on", async () => {
    const collector = await collect();
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_METRIC_EXPORT_INTERVAL: "20" };
    talkOneTurn(watch(env).talk);
    await expect.poll(() => metricsOf(collector)).toHaveProperty(["gen_ai.client.token.usage"]);
  });
});

describe("the collector", () => {
  it("gets what the variables say: headers, service, compression", async () => {
    const collector = await collect();
    const { talk, telemetry } = watch({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: "x-key=all,x-team=a%20b",
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: "x-key=traces",
      OTEL_EXPORTER_OTLP_COMPRESSION: "gzip",
      OTEL_SERVICE_NAME: "mine",
      OTEL_RESOURCE_ATTRIBUTES: "service.name=other,team=red",
    });
    talkOneTurn(talk);
    await telemetry.close();
    const delivery = collector.deliveries.find(({ path }) => path === "/v1/traces");
    expect(delivery?.headers).toMatchObject({ "x-key": "traces", "x-team": "a b", "content-encoding": "gzip" });
    const { resourceSpans } = JSON.parse(String(delivery?.body)) as {
      resourceSpans: { resource: Parameters<typeof attributesOf>[0] }[];
    };
    expect(resourceSpans.map(({ resource }) => attributesOf(resource))).toEqual([
      { "service.name": "mine", team: "red" },
    ]);
  });

  it("gets protobuf if it wants that", async () => {
    const collector = await collect();
    collector.answer = () => ({ body: "" });
    const { talk, telemetry } = watch({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/protobuf",
    });
    talkOneTurn(talk);
    await telemetry.close();
    const delivery = collector.deliveries.find(({ path }) => path === "/v1/traces");
    expect(delivery?.headers["content-type"]).toBe("application/x-protobuf");
    expect(delivery?.body.includes("invoke_agent tester")).toBe(true);
    expect(telemetry.stats).toMatchObject({ sent: 6, failed: 0 });
  });

  it("that is down loses the spans, is reported once, and does not delay the exit", async () => {
    const lines: string[] = [];
    const log = { write: (_: string, message: string) => void lines.push(message) };
    // Nobody listens there. The first attempt must have failed before the time is over.
    const { talk, telemetry } = watch({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" }, { log, closeMs: 2_000 });
    talkOneTurn(talk);
    await telemetry.close();
    expect(telemetry.stats).toEqual({ sent: 0, failed: 6, dropped: 0, metricsFailed: 1 });
    expect(lines).toHaveLength(2);
    expect(lines.join("\n")).toMatch(/spans could not be sent.*ECONNREFUSED/);
  });

  it("that never answers is not waited for", async () => {
    const collector = await collect();
    collector.answer = () => ({ isSilent: true });
    const { talk, telemetry } = watch({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, { closeMs: 200 });
    talkOneTurn(talk);
    await telemetry.close();
    expect(telemetry.stats).toMatchObject({ sent: 0, failed: 6 });
  });

  it("may refuse some, and is believed", async () => {
    const collector = await collect();
    collector.answer = () => ({ body: '{"partialSuccess":{"rejectedSpans":"2","errorMessage":"too old"}}' });
    const lines: string[] = [];
    const log = { write: (_: string, message: string) => void lines.push(message) };
    const { talk, telemetry } = watch({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces` }, { log });
    talkOneTurn(talk);
    await telemetry.close();
    expect(telemetry.stats).toMatchObject({ sent: 4, failed: 2 });
    expect(lines.join()).toContain("too old");
  });

  it("that is busy is asked again", async () => {
    const collector = await collect();
    collector.answer = (_, index) => (index === 0 ? { status: 503 } : {});
    const env = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces` };
    const { talk, telemetry } = watch(env);
    talkOneTurn(talk);
    await telemetry.close();
    expect(collector.deliveries).toHaveLength(2);
    expect(telemetry.stats).toMatchObject({ sent: 6, failed: 0 });
  });

  it("gets no more than it can take: the rest is dropped and counted, and hearing costs no time", async () => {
    const collector = await collect();
    collector.answer = () => ({ isSilent: true });
    const env = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces` };
    const { talk, telemetry } = watch(env, { closeMs: 100 });
    const COUNT = 10_000;
    for (let id = 0; id < COUNT; id += 1) {
      talk.prompt(id, "again").toClient({ jsonrpc: "2.0", id, result: { stopReason: "end_turn" } });
    }
    expect(telemetry.stats.dropped).toBeGreaterThan(COUNT / 2);
    await telemetry.close();
    const { dropped, failed } = telemetry.stats;
    expect(dropped + failed).toBe(COUNT);
  });
});

describe("without configuration", () => {
  it.each<[string, Env]>([
    ["nothing is set", {}],
    ["only names are set", { OTEL_SERVICE_NAME: "x", OTEL_TRACES_EXPORTER: "otlp" }],
    ["the endpoint is empty", { OTEL_EXPORTER_OTLP_ENDPOINT: " " }],
    ["it is disabled", { OTEL_SDK_DISABLED: "true", OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" }],
    ["exporters are none", { OTEL_TRACES_EXPORTER: "none", OTEL_METRICS_EXPORTER: "none", OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" }], // prettier-ignore
  ])("there is no telemetry: %s", (_, env) => {
    expect(openTelemetry(env)).toBeUndefined();
  });

  it("nothing more is heard after the end", async () => {
    const collector = await collect();
    const { talk, telemetry } = watch({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    await telemetry.close();
    talkOneTurn(talk);
    await telemetry.close();
    expect(collector.deliveries).toEqual([]);
  });
});

it("says once, however many agents there are, what is wrong with the settings", () => {
  const lines: string[] = [];
  const log = { write: (_: string, message: string) => void lines.push(message) };
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4317", OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" };
  expect([openTelemetry(env, { log }), openTelemetry(env, { log })]).toEqual([undefined, undefined]);
  expect(lines).toEqual([expect.stringContaining("grpc is not supported")]);
  const problems: string[] = [];
  openTelemetry(env, { log, onProblem: (problem) => problems.push(problem) });
  expect([problems.length, lines.length]).toEqual([1, 1]);
});
