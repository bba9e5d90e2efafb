import { describe, expect, it } from "vitest";
import { ERROR_BODY_BYTES } from "../limits.ts";
import type { Answer } from "./endpoint.ts";
import { findAnswer, isEnding, toErrorMessage, toFailure, toSilence } from "./failure.ts";

const answer = (status: number, text = "", contentType?: string): Answer =>
  ({
    status,
    text,
    isOk: status < 300,
    headers: new Headers(contentType === undefined ? {} : { "content-type": contentType }),
  }) as Answer;

describe("a message that the server did not accept", () => {
  it.each([
    [answer(503), "The server did not accept m (HTTP 503)"],
    [answer(400, "no such thing"), "The server did not accept m (HTTP 400): no such thing"],
    [answer(200, "<html>", "text/html"), "The server did not accept m (HTTP 200 with text/html): <html>"],
    [answer(200), "The server did not accept m (HTTP 200 with no content type)"],
  ])("is described (%#)", (given, message) => {
    expect(toFailure("m", given).message).toBe(message);
  });

  it("shows and keeps only the beginning of a long answer", () => {
    const failure = toFailure("m", answer(500, "x".repeat(ERROR_BODY_BYTES * 2)));
    expect(failure.body).toHaveLength(ERROR_BODY_BYTES);
    expect(failure.message.length).toBeLessThan(300);
  });

  it("becomes an error answer to its request", () => {
    expect(toErrorMessage(7, toFailure("m", answer(500, "why")))).toEqual({
      jsonrpc: "2.0",
      id: 7,
      error: {
        code: -32603,
        message: "The server did not accept m (HTTP 500): why",
        data: { status: 500, body: "why" },
      },
    });
    const silence = toErrorMessage(null, toSilence("m", "http://here", new Error("cut")));
    expect(silence).toEqual({
      jsonrpc: "2.0",
      id: null,
      error: { code: -32603, message: "m could not be delivered. Connecting to http://here failed: cut" },
    });
  });

  it("is the last one where the connection is not known or not allowed", () => {
    expect([400, 401, 403, 404, 408, 410, 429, 500, 503].filter(isEnding)).toEqual([401, 403, 404, 410]);
  });
});

describe("the answer in an error's body", () => {
  it.each<[text: string, id: string | number | null]>([
    ['{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"no"}}', 1],
    ['{"id":"a","error":{}}', "a"],
    ['{"id":null,"error":{}}', null],
  ])("is found: %s", (text, id) => {
    expect(findAnswer(text, id)).toEqual(JSON.parse(text));
  });

  it.each(["", "<html>", "null", "[]", "7", '{"id":2,"error":{}}', '{"id":"1","error":{}}', '{"id":1}', '{"id":1,'])(
    "is not %j",
    (text) => {
      expect(findAnswer(text, 1)).toBeUndefined();
    },
  );

  it("is not read from a body that is not an object", () => {
    expect(findAnswer('{"id":1,"error":"no"}', 1)).toBeUndefined();
  });
});
