import { createTempFolder } from "@parley/test-support";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Destination } from "./config.ts";
import { ANSWER_BYTES_MAX } from "../limits.ts";
import { postOtlp } from "./otlp-http.ts";
import { startCollector, type CollectorServer } from "./testing/collector-server.ts";

const BODY = Buffer.from('{"some":"thing"}');
const signal = (): AbortSignal => new AbortController().signal;

let collector: CollectorServer;
beforeEach(async () => {
  collector = await startCollector();
});
afterEach(() => collector.close());

function to(more: Partial<Destination> = {}): Destination {
  const url = `${collector.url}/v1/traces`;
  return { url, headers: {}, encoding: "json", timeoutMs: 60_000, isCompressed: false, tls: {}, ...more };
}

describe("postOtlp", () => {
  it("sends the body and gives the answer back", async () => {
    collector.answer = () => ({ body: "thanks" });
    expect(String(await postOtlp(to({ headers: { "x-a": "b" } }), BODY, signal()))).toBe("thanks");
    expect(collector.deliveries).toMatchObject([{ path: "/v1/traces", body: BODY, headers: { "x-a": "b" } }]);
  });

  it.each([400, 401, 404, 413, 500])("does not ask again after %s", async (status) => {
    collector.answer = () => ({ status });
    const message = expect.stringContaining(String(status)) as string;
    await expect(postOtlp(to(), BODY, signal())).rejects.toMatchObject({ code: "connection_failed", message });
    expect(collector.deliveries).toHaveLength(1);
  });

  it("waits as long as a busy collector says, and not longer than it has", async () => {
    collector.answer = (_, index) => (index === 0 ? { status: 429, headers: { "retry-after": "1" } } : {});
    const startedAt = performance.now();
    await postOtlp(to(), BODY, signal());
    expect(performance.now() - startedAt).toBeGreaterThan(900);
    collector.answer = () => ({ status: 503, headers: { "retry-after": "60" } });
    await expect(postOtlp(to({ timeoutMs: 2_000 }), BODY, signal())).rejects.toThrow("503");
  });

  it("ends at once when it is aborted, while it waits and while it retries", async () => {
    collector.answer = () => ({ isSilent: true });
    const waiting = new AbortController();
    const first = postOtlp(to(), BODY, waiting.signal);
    waiting.abort();
    await expect(first).rejects.toMatchObject({ code: "connection_failed" });
    const retrying = new AbortController();
    collector.answer = () => {
      // The answer is there by then, and the next attempt is not.
      setTimeout(() => retrying.abort(), 1_000);
      return { status: 503, headers: { "retry-after": "60" } };
    };
    await expect(postOtlp(to(), BODY, retrying.signal)).rejects.toThrow("503");
  });

  it("reads only so much of an answer", async () => {
    collector.answer = () => ({ body: "x".repeat(ANSWER_BYTES_MAX * 20) });
    expect((await postOtlp(to(), BODY, signal())).byteLength).toBeLessThanOrEqual(ANSWER_BYTES_MAX);
  });

  it("hides the password of an address in what it says", async () => {
    collector.answer = () => ({ status: 400 });
    const url = to().url.replace("//", "//user:hunter22@");
    await expect(postOtlp(to({ url }), BODY, signal())).rejects.toThrow(/…@127/);
    const login = Buffer.from("user:hunter22").toString("base64");
    expect(collector.deliveries[0]?.headers.authorization).toBe(`Basic ${login}`);
  });

  it("says so when a certificate cannot be read, and sends nothing", async () => {
    await using folder = await createTempFolder();
    await writeFile(join(folder.path, "ca.pem"), "no certificate");
    const missing = to({ tls: { ca: join(folder.path, "missing.pem") } });
    await expect(postOtlp(missing, BODY, signal())).rejects.toThrow(/missing\.pem/);
    expect(collector.deliveries).toEqual([]);
  });
});
