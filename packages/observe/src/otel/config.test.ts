import { describe, expect, it } from "vitest";
import { parseTelemetryConfig } from "./config.ts";

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" };

describe("parseTelemetryConfig", () => {
  it("sends both to one endpoint, or each to its own", () => {
    const both = parseTelemetryConfig(ENDPOINT).config;
    expect([both?.traces?.url, both?.metrics?.url]).toEqual([
      "http://127.0.0.1:4318/v1/traces",
      "http://127.0.0.1:4318/v1/metrics",
    ]);
    const own = parseTelemetryConfig({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://t.example/in" }).config;
    expect([own?.traces?.url, own?.metrics]).toEqual(["https://t.example/in", undefined]);
  });

  it("has a name for us unless the user has another", () => {
    const nameOf = (env: Record<string, string>) =>
      parseTelemetryConfig({ ...ENDPOINT, ...env }).config?.resource["service.name"];
    expect(nameOf({})).toBe("parley");
    expect(nameOf({ OTEL_RESOURCE_ATTRIBUTES: "service.name=a, x =y,broken,=z" })).toBe("a");
    expect(nameOf({ OTEL_RESOURCE_ATTRIBUTES: "service.name=a", OTEL_SERVICE_NAME: "b" })).toBe("b");
  });

  it.each([
    ["true", true],
    ["SPAN_ONLY", true],
    ["SPAN_AND_EVENT", true],
    ["false", false],
    ["NO_CONTENT", false],
    ["EVENT_ONLY", false],
    ["", false],
  ])("captures content by %j: %s", (value, expected) => {
    const env = { ...ENDPOINT, OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: value };
    expect(parseTelemetryConfig(env).config?.capturesContent).toBe(expected);
  });

  it.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "no address" }, /not an http or https URL/],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "ftp://user:secret@host" }, /ftp:\/\/…@host/],
    [{ ...ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }, /grpc is not supported/],
    [{ ...ENDPOINT, OTEL_TRACES_EXPORTER: "zipkin", OTEL_METRICS_EXPORTER: "none" }, /zipkin; only otlp/],
  ])("says what is wrong with %j, and sends nothing", (env, problem) => {
    const parsed = parseTelemetryConfig(env);
    expect(parsed.config).toBeUndefined();
    expect(parsed.problems.join("\n")).toMatch(problem);
    expect(parsed.problems.join("\n")).not.toContain("secret");
  });

  it("says once what to set in place of an unsupported protocol", () => {
    const shared = parseTelemetryConfig({ ...ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" });
    expect(shared.problems).toEqual([expect.stringContaining("set OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf")]);
    const own = parseTelemetryConfig({ ...ENDPOINT, OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: "grpc" });
    expect(own.problems).toEqual([expect.stringContaining("set OTEL_EXPORTER_OTLP_METRICS_PROTOCOL=")]);
    expect([own.config?.metrics, own.config?.traces?.encoding]).toEqual([undefined, "json"]);
  });

  it.each(["soon", "-5", "0", "1e99", "NaN"])("ignores an invalid time: %s", (time) => {
    const { config, problems } = parseTelemetryConfig({ ...ENDPOINT, OTEL_EXPORTER_OTLP_TIMEOUT: time });
    expect(config?.traces?.timeoutMs).toBe(10_000);
    expect(problems.join()).toContain("OTEL_EXPORTER_OTLP_TIMEOUT");
  });

  it("ignores an unknown sampler", () => {
    const { config, problems } = parseTelemetryConfig({ ...ENDPOINT, OTEL_TRACES_SAMPLER: "lucky" });
    expect(config?.sampler("0".repeat(32), undefined)).toBe(true);
    expect(problems.join()).toContain("lucky");
  });

  it("keeps a header with a stray percent sign as it is", () => {
    const { config } = parseTelemetryConfig({ ...ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: "a=100%,b=x=y" });
    expect(config?.traces?.headers).toEqual({ a: "100%", b: "x=y" });
  });
});
