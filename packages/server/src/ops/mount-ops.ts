// Endpoints for operators: health, readiness, metrics.
import { CHALLENGE_HEADER, PROOF_HEADER } from "@parley/home";
import type { Hub } from "@parley/hub";
import type { ServerApp } from "../http/dialect.ts";
import { RETRY_AFTER_SECONDS } from "../limits.ts";
import type { Metrics } from "./metrics.ts";

export interface OpsOptions {
  readonly hub: Hub;
  readonly metrics: Metrics;
  readonly draining: AbortSignal;
  /** The proof that this is its home's server; undefined for an invalid challenge. */
  readonly prove: (challenge: string) => string | undefined;
}

export function mountOps(app: ServerApp, { hub, metrics, draining, prove }: OpsOptions): void {
  app.get("/health", (c) => {
    const proof = prove(c.req.header(CHALLENGE_HEADER) ?? "");
    return c.json({ status: "ok" }, 200, proof === undefined ? {} : { [PROOF_HEADER]: proof });
  });
  app.get("/ready", async (c) => {
    const reason = draining.aborted || hub.isDraining ? "the server is shutting down" : await whyNotReady(hub);
    if (reason === undefined) return c.json({ status: "ready" });
    return c.json({ status: "not_ready", reason }, 503, { "Retry-After": String(RETRY_AFTER_SECONDS) });
  });
  app.get("/metrics", async (c) => c.body(await metrics.render(), 200, { "Content-Type": metrics.contentType }));
}

async function whyNotReady(hub: Hub): Promise<string | undefined> {
  try {
    await hub.store.check();
    return undefined;
  } catch (error) {
    return `the store is not usable: ${error instanceof Error ? error.message : String(error)}`;
  }
}
