import { ParleyError } from "@parley/base";
import { describe, expect, it } from "vitest";
import { failedToConnect, refusedStatusOf, refusedWithStatus, timedOut, toPlace } from "./connect-failure.ts";

const PLACE = "https://host/acp";
const failed = (code: string): Error =>
  new TypeError("fetch failed", { cause: Object.assign(new Error("words"), { code }) });

describe("the place of a connection", () => {
  it.each([
    ["wss://user:hunter2@host:8443/acp?token=hunter2#hunter2", "wss://host:8443/acp"],
    [new URL("http://host?key=hunter2"), "http://host/"],
    ["user:hunter2@host", "the given address"],
    ["user:hunter2@host:8443/acp", "the given address"],
    ["host/acp?token=hunter2", "the given address"],
    ["", "the given address"],
  ])("never shows a secret: %s", (url, place) => {
    expect(toPlace(url)).not.toContain("hunter2");
    expect(toPlace(url)).toBe(place);
  });
});

describe("a failed connection", () => {
  it.each([
    ["ECONNREFUSED", "Nothing is listening at"],
    ["ENOTFOUND", "was not found"],
    ["EAI_AGAIN", "was not found"],
    ["UND_ERR_CONNECT_TIMEOUT", "cannot be reached"],
    ["EHOSTUNREACH", "cannot be reached"],
    ["ECONNRESET", "broke off the connection"],
    ["UND_ERR_SOCKET", "broke off the connection"],
    ["CERT_HAS_EXPIRED", "is not trusted (CERT_HAS_EXPIRED)"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "is not trusted"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "is not trusted"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "is not trusted"],
    ["EPROTO", "Connecting to https://host/acp failed: fetch failed"],
  ])("with the code %s says why", (code, words) => {
    const cause = failed(code);
    const error = failedToConnect(PLACE, cause);
    expect(error).toMatchObject({ code: "connection_failed", cause });
    expect(error.message).toContain(words);
    expect(error.message).toContain(PLACE);
  });

  it.each(["words", undefined, null, 5])("may have any cause: %j", (cause) => {
    expect(failedToConnect(PLACE, cause).message).toBe(`Connecting to ${PLACE} failed: ${String(cause)}`);
  });

  it("stays as it is if it is one of our own", () => {
    const own = timedOut(PLACE, 50);
    expect(own.message).toContain("did not answer within 50 ms");
    expect(failedToConnect(PLACE, own)).toBe(own);
  });
});

describe("a refusal", () => {
  it.each([
    [301, "has moved"],
    [401, "asks for credentials"],
    [403, "does not accept these credentials"],
    [404, "No endpoint found"],
    [410, "is gone"],
    [418, "refused the connection"],
    [429, "too busy"],
    [500, "its log says why"],
    [503, "too busy"],
    [599, "its log says why"],
  ])("with the status %d says what to do", (status, words) => {
    const error = refusedWithStatus(PLACE, status);
    expect(error.message).toContain(words);
    expect(error.message).toContain(`(HTTP ${status})`);
    expect(refusedStatusOf(error)).toBe(status);
  });

  it("is not seen in other errors", () => {
    const other = new ParleyError({ code: "connection_failed", message: "x", cause: { status: 401 } });
    expect([other, new Error("HTTP 401"), failed("ECONNREFUSED"), undefined, 401].map(refusedStatusOf)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
