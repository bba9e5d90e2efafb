// Reads the standard OTEL_* variables. Without an endpoint, no telemetry is sent.
import { redact } from "@parley/policy";
import { METRICS_INTERVAL_MS, SEND_TIMEOUT_MS } from "../limits.ts";
import { defaultSampler, parseSampler, type Sampler } from "./sampler.ts";

export type Env = Readonly<Record<string, string | undefined>>;

export interface Destination {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly encoding: "json" | "protobuf";
  readonly timeoutMs: number;
  readonly isCompressed: boolean;
  /** Files, in PEM. */
  readonly tls: {
    readonly ca?: string | undefined;
    readonly cert?: string | undefined;
    readonly key?: string | undefined;
  };
}

export interface TelemetryConfig {
  readonly traces: Destination | undefined;
  readonly metrics: Destination | undefined;
  readonly resource: Readonly<Record<string, string>>;
  readonly sampler: Sampler;
  readonly capturesContent: boolean;
  readonly metricsIntervalMs: number;
  readonly hasDeltaMetrics: boolean;
}

export interface ParsedConfig {
  /** Undefined if telemetry is off. */
  readonly config: TelemetryConfig | undefined;
  /** Problems for the user to fix. */
  readonly problems: readonly string[];
}

type Signal = "TRACES" | "METRICS";

const DEFAULT_SERVICE = "parley";
const TIMER_MS_MAX = 2_147_483_647;

export function parseTelemetryConfig(env: Env): ParsedConfig {
  const problems: string[] = [];
  if (env["OTEL_SDK_DISABLED"]?.trim().toLowerCase() === "true") return { config: undefined, problems };
  const traces = parseDestination(env, "TRACES", problems);
  const metrics = parseDestination(env, "METRICS", problems);
  if (traces === undefined && metrics === undefined) return { config: undefined, problems };
  const resource = parsePairs(env["OTEL_RESOURCE_ATTRIBUTES"]);
  const serviceName = value(env, "OTEL_SERVICE_NAME") ?? resource["service.name"] ?? DEFAULT_SERVICE;
  const config: TelemetryConfig = {
    traces,
    metrics,
    resource: { ...resource, "service.name": serviceName },
    sampler: chooseSampler(env, problems),
    // The newer values select the destination; we only support spans.
    capturesContent: /^(true|span_only|span_and_event)$/i.test(
      value(env, "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT") ?? "",
    ),
    metricsIntervalMs: milliseconds(env, ["OTEL_METRIC_EXPORT_INTERVAL"], METRICS_INTERVAL_MS, problems),
    hasDeltaMetrics: /^(delta|lowmemory)$/i.test(value(env, "OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE") ?? ""),
  };
  return { config, problems };
}

function parseDestination(env: Env, signal: Signal, problems: string[]): Destination | undefined {
  const url = parseUrl(env, signal, problems);
  const encoding = url === undefined ? undefined : parseEncoding(env, signal, problems);
  if (url === undefined || encoding === undefined) return undefined;
  const of = (name: string): string | undefined => forSignal(env, signal, name);
  return {
    url,
    encoding,
    headers: {
      ...parsePairs(env["OTEL_EXPORTER_OTLP_HEADERS"]),
      ...parsePairs(env[`OTEL_EXPORTER_OTLP_${signal}_HEADERS`]),
    },
    timeoutMs: milliseconds(
      env,
      [`OTEL_EXPORTER_OTLP_${signal}_TIMEOUT`, "OTEL_EXPORTER_OTLP_TIMEOUT"],
      SEND_TIMEOUT_MS,
      problems,
    ),
    isCompressed: of("COMPRESSION")?.toLowerCase() === "gzip",
    tls: { ca: of("CERTIFICATE"), cert: of("CLIENT_CERTIFICATE"), key: of("CLIENT_KEY") },
  };
}

function parseUrl(env: Env, signal: Signal, problems: string[]): string | undefined {
  const exporter = value(env, `OTEL_${signal}_EXPORTER`)?.toLowerCase() ?? "otlp";
  if (exporter === "none") return undefined;
  const own = value(env, `OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`);
  const shared = value(env, "OTEL_EXPORTER_OTLP_ENDPOINT");
  const text = own ?? (shared && `${shared.replace(/\/+$/, "")}/v1/${signal.toLowerCase()}`);
  if (text === undefined || text === "") return undefined;
  if (!exporter.split(",").some((name) => name.trim() === "otlp")) {
    problems.push(`OTEL_${signal}_EXPORTER is ${exporter}; only otlp is supported`);
    return undefined;
  }
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  problems.push(`The OTLP endpoint ${redact(text)} is not an http or https URL`);
  return undefined;
}

function parseEncoding(env: Env, signal: Signal, problems: string[]): Destination["encoding"] | undefined {
  const protocol = forSignal(env, signal, "PROTOCOL")?.toLowerCase() ?? "http/json";
  if (protocol === "http/json") return "json";
  if (protocol === "http/protobuf") return "protobuf";
  const own = `OTEL_EXPORTER_OTLP_${signal}_PROTOCOL`;
  const name = value(env, own) === undefined ? "OTEL_EXPORTER_OTLP_PROTOCOL" : own;
  const problem =
    `The OTLP protocol ${protocol} is not supported, so nothing is sent; ` +
    `set ${name}=http/protobuf or http/json, and the endpoint for it (most collectors: port 4318)`;
  // One variable for both signals is reported once.
  if (!problems.includes(problem)) problems.push(problem);
  return undefined;
}

function chooseSampler(env: Env, problems: string[]): Sampler {
  const name = value(env, "OTEL_TRACES_SAMPLER");
  const sampler = parseSampler(name, value(env, "OTEL_TRACES_SAMPLER_ARG"));
  if (sampler === undefined) problems.push(`OTEL_TRACES_SAMPLER is ${name}, which is unknown; all traces are sent`);
  return sampler ?? defaultSampler;
}

/** `key=value,key=value`, percent-encoded; anything else is skipped. */
function parsePairs(text: string | undefined): Record<string, string> {
  const pairs: [string, string][] = [];
  for (const part of (text ?? "").split(",")) {
    const at = part.indexOf("=");
    const name = part.slice(0, at).trim();
    if (at > 0 && name !== "") pairs.push([decode(name), decode(part.slice(at + 1).trim())]);
  }
  return Object.fromEntries(pairs);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // A stray percent sign is meant literally.
  }
}

function milliseconds(env: Env, names: readonly string[], otherwise: number, problems: string[]): number {
  const name = names.find((candidate) => value(env, candidate) !== undefined);
  if (name === undefined) return otherwise;
  const ms = Number(value(env, name));
  if (Number.isFinite(ms) && ms >= 1 && ms <= TIMER_MS_MAX) return Math.floor(ms);
  problems.push(`${name} is not a number of milliseconds; using ${otherwise}`);
  return otherwise;
}

function forSignal(env: Env, signal: Signal, name: string): string | undefined {
  return value(env, `OTEL_EXPORTER_OTLP_${signal}_${name}`) ?? value(env, `OTEL_EXPORTER_OTLP_${name}`);
}

/** An empty variable counts as unset. */
function value(env: Env, name: string): string | undefined {
  const text = env[name]?.trim();
  return text === "" ? undefined : text;
}
