// OpenTelemetry export of live traffic and of recordings (Node only).
export { openTelemetry } from "./otel/open-telemetry.ts";
export type { Telemetry, TelemetryOptions, TelemetryStats } from "./otel/telemetry.ts";
export { toOtlpJson, type OtlpJsonOptions } from "./otel/trace-to-spans.ts";
