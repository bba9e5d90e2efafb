// The OpenTelemetry packages, loaded only when something is to be sent or exported.

export interface Sdk {
  readonly api: typeof import("@opentelemetry/api");
  readonly transformer: typeof import("@opentelemetry/otlp-transformer");
  readonly resources: typeof import("@opentelemetry/resources");
}

export async function loadSdk(): Promise<Sdk> {
  const [api, transformer, resources] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/otlp-transformer"),
    import("@opentelemetry/resources"),
  ]);
  return { api, transformer, resources };
}
