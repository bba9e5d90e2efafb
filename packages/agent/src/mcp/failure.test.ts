import { ParleyError } from "@parley/base";
import { describe, expect, it } from "vitest";
import { describeFailure } from "../text/sentences.ts";
import { toServerFailure } from "./failure.ts";

const withFields = (message: string, fields: object): Error => Object.assign(new Error(message), fields);
const refused = (): Error => new TypeError("fetch failed", { cause: withFields("connect", { code: "ECONNREFUSED" }) });

describe("toServerFailure", () => {
  it.each([
    [
      "our own error with its remedy",
      new ParleyError({ code: "usage", message: "Odd", remedy: { label: "Do it" } }),
      "Odd. Do it.",
      "unclear",
    ],
    [
      "a refusal by an older server",
      withFields("x", { code: 401 }),
      /^It requires authentication \(HTTP 401\)\. Set/,
      "final",
    ],
    [
      "a refusal in words",
      new Error("Error POSTing to endpoint (HTTP 403): no"),
      /^It denied access \(HTTP 403\)/,
      "final",
    ],
    [
      "a refusal by a newer server",
      withFields("x", { code: "C", data: { status: 404 } }),
      /^It responded with HTTP 404\. Check/,
      "unclear",
    ],
    [
      "a server that has too much to do",
      withFields("x", { data: { status: 429 } }),
      "It responded with HTTP 429.",
      "passing",
    ],
    ["nobody at home", refused(), "It is unreachable (ECONNREFUSED).", "passing"],
    [
      "nobody at home, told in words",
      new Error("SSE error: connect ECONNRESET"),
      "It is unreachable (ECONNRESET).",
      "passing",
    ],
    ["a closed connection", withFields("x", { code: "CONNECTION_CLOSED" }), "The connection was closed.", "passing"],
    ["silence", withFields("x", { code: "REQUEST_TIMEOUT" }), "It did not respond in time.", "unclear"],
    ["an answer that is an error", withFields("Bad arguments", { code: -32_602 }), "Bad arguments.", "unclear"],
    ["a program that is not there", new ParleyError({ code: "process_not_found", message: "None" }), "None.", "final"],
    ["something that is no error", "odd", "odd.", "unclear"],
    ["nothing", undefined, "undefined.", "unclear"],
  ])("knows %s", (_, error, text, outlook) => {
    const failure = toServerFailure(error);
    expect(describeFailure(failure)).toMatch(text);
    expect(failure.outlook).toBe(outlook);
  });
});
