// Telemetry by OpenTelemetry, for Node: of what passes, as it passes, and of what was recorded.
export { openTelemetry } from "./otel/open-telemetry.ts";
export type { Telemetry, TelemetryOptions, TelemetryStats } from "./otel/telemetry.ts";
export { toOtlpJson, type OtlpJsonOptions } from "./otel/trace-to-spans.ts";
