// The OpenTelemetry packages, loaded only when something is to be sent or exported.
import type * as Api from "@opentelemetry/api";
import type * as Transformer from "@opentelemetry/otlp-transformer";
import type * as Resources from "@opentelemetry/resources";

export interface Sdk {
  readonly api: typeof Api;
  readonly transformer: typeof Transformer;
  readonly resources: typeof Resources;
}

export async function loadSdk(): Promise<Sdk> {
  const [api, transformer, resources] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/otlp-transformer"),
    import("@opentelemetry/resources"),
  ]);
  return { api, transformer, resources };
}
