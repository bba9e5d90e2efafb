import { describe, expect, it } from "vitest";
import { REQUEST_BYTES_MAX, REQUESTS_MAX } from "./limits.ts";
import { RequestLog, type StubRequest } from "./request-log.ts";

const request = (path: string): StubRequest => ({
  path,
  wire: "anthropic",
  headers: {},
  body: {},
  conversation: undefined,
  isSide: false,
  status: 200,
});

describe("RequestLog", () => {
  it("keeps the newest, by number and by size", () => {
    const log = new RequestLog();
    for (let at = 0; at <= REQUESTS_MAX; at += 1) log.add(request(`/${at}`), 1);
    expect(log.requests).toHaveLength(REQUESTS_MAX);
    expect(log.requests[0]?.path).toBe("/1");
    log.add(request("/large"), REQUEST_BYTES_MAX + 1);
    expect(log.requests.map(({ path }) => path)).toEqual(["/large"]);
  });

  it("finds what is there, and what is still to come", async () => {
    const log = new RequestLog();
    log.add(request("/first"), 1);
    const later = log.find("the second", ({ path }) => path === "/second");
    log.add(request("/second"), 1);
    log.add(request("/second"), 1);
    expect([await log.find("the first", ({ path }) => path === "/first"), await later]).toEqual(
      log.requests.slice(0, 2),
    );
  });
});
