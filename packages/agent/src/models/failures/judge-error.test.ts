// From errors, as the providers' packages make them, to failures.
import { APICallError, InvalidResponseDataError, UnsupportedFunctionalityError } from "@ai-sdk/provider";
import { createFakeClock } from "@parley/test-support";
import { describe, expect, it } from "vitest";
import { judgeError, type Spoken } from "./judge-error.ts";

const spoken: Spoken = {
  title: "Somebody",
  modelId: "somebody/some-model",
  address: "https://example.com/v1",
  signedInWith: ["SOME_API_KEY"],
  variables: ["SOME_API_KEY"],
  secrets: ["very-secret-value"],
};
const judge = (error: unknown) => judgeError(error, spoken, createFakeClock());

function answered(statusCode: number, body: unknown, headers: Record<string, string> = {}): APICallError {
  const responseBody = typeof body === "string" ? body : JSON.stringify(body);
  const message = "package's own words";
  return new APICallError({
    message,
    url: spoken.address,
    requestBodyValues: {},
    statusCode,
    responseBody,
    responseHeaders: headers,
  });
}
const said = (message: string, more = {}) => ({ error: { message, ...more } });

describe("a status", () => {
  it.each([
    [401, "auth_required", false],
    [402, "rate_limited", false],
    [403, "auth_required", false],
    [404, "model_unknown", false],
    [408, "overloaded", true],
    [413, "context_overflow", false],
    [418, "failed", false],
    [429, "rate_limited", true],
    [500, "failed", true],
    [502, "overloaded", true],
    [503, "overloaded", true],
    [504, "overloaded", true],
    [529, "overloaded", true],
  ])("%i is %s", (status, kind, isRetried) => {
    const { failure, retry } = judge(answered(status, said("so it is")));
    expect(failure).toMatchObject({ kind, status });
    expect(failure.message).toContain("so it is");
    expect(retry !== undefined).toBe(isRetried);
  });

  it("is not tried again when the provider says so, or has no money", () => {
    expect(judge(answered(500, said("x"), { "X-Should-Retry": "false" })).retry).toBeUndefined();
    const { failure, retry } = judge(
      answered(429, said("You exceeded your current quota", { code: "insufficient_quota" })),
    );
    expect(retry).toBeUndefined();
    expect(failure.remedy).toContain("billing");
  });

  it("carries when to come back", () => {
    expect(judge(answered(429, said("x"), { "Retry-After": "3" })).retry).toEqual({ afterMs: 3_000 });
  });

  it("is reported even if the body is empty, a page, or a list", () => {
    expect(judge(answered(503, "")).failure.message).toContain("503");
    expect(judge(answered(502, "<html>Bad gateway</html>")).failure.kind).toBe("overloaded");
    expect(judge(answered(400, [said("in a list")])).failure.message).toContain("in a list");
    expect(judge(answered(404, { error: "model 'x' not found" })).failure).toMatchObject({ kind: "model_unknown" });
  });
});

describe("a conversation that is too long", () => {
  it.each([
    "prompt is too long: 215000 tokens > 200000 maximum",
    "input length and `max_tokens` exceed context limit: 190000 + 32000 > 200000",
    "This model's maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens.",
    "Your input exceeds the context window of this model. Please adjust your input and try again.",
    "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
    "the request exceeds the available context size, try increasing it",
    "Input is too long for requested model.",
    "Please reduce the length of the messages or completion.",
  ])("is recognised: %s", (message) => {
    expect(judge(answered(400, said(message))).failure.kind).toBe("context_overflow");
  });

  it("is recognised by its code", () => {
    const error = answered(400, said("too much", { code: "context_length_exceeded" }));
    expect(judge(error).failure.kind).toBe("context_overflow");
  });

  it("is not seen in other bad requests", () => {
    expect(judge(answered(400, said("tools.0.name: too long"))).failure.kind).toBe("failed");
    const { failure } = judge(answered(400, said("max_tokens: 200000 > 128000, the most that there is")));
    expect(failure).toMatchObject({ kind: "failed", message: expect.stringContaining("max_tokens: 200000 > 128000") });
    expect(judge(answered(400, said("This model does not support tools: invalid"))).failure.kind).toBe("failed");
  });
});

describe("a bad request that is something else", () => {
  it("may be a wrong key, as Google says it", () => {
    const error = answered(
      400,
      said("API key not valid. Please pass a valid API key.", { status: "INVALID_ARGUMENT" }),
    );
    expect(judge(error).failure).toMatchObject({ kind: "auth_required", variables: ["SOME_API_KEY"] });
  });

  it.each(["foo/bar is not a valid model ID", "The model `gpt-9` does not exist", "unknown model: x"])(
    "may be a wrong model: %s",
    (message) => {
      expect(judge(answered(400, said(message))).failure.kind).toBe("model_unknown");
    },
  );
});

describe("the network", () => {
  const broken = (code: string) => {
    const cause = Object.assign(new Error(`connect ${code}`), { code });
    return new APICallError({
      message: "Cannot connect to API",
      url: spoken.address,
      requestBodyValues: {},
      cause: Object.assign(new TypeError("fetch failed"), { cause }),
    });
  };

  it.each([
    ["ECONNREFUSED", false],
    ["ENOTFOUND", false],
    ["EAI_AGAIN", true],
    ["ECONNRESET", true],
    ["ETIMEDOUT", true],
    ["UND_ERR_CONNECT_TIMEOUT", true],
    ["UND_ERR_HEADERS_TIMEOUT", false],
    ["SELF_SIGNED_CERT_IN_CHAIN", false],
    ["ERR_TLS_CERT_ALTNAME_INVALID", false],
  ])("%s names the address", (code, isRetried) => {
    const { failure, retry } = judge(broken(code));
    expect(failure.kind).toBe("connection");
    expect(failure.message).toContain("https://example.com/v1");
    expect(failure.message).toContain(code);
    expect(failure.remedy).toBeDefined();
    expect(retry !== undefined).toBe(isRetried);
  });

  it("breaks in the middle", () => {
    expect(judge(new TypeError("terminated")).failure.kind).toBe("connection");
  });
});

describe("errors without a status", () => {
  it("are known by their type", () => {
    expect(judge({ type: "overloaded_error", message: "busy" }).failure.kind).toBe("overloaded");
    expect(judge({ type: "rate_limit_error", message: "slow" }).failure.kind).toBe("rate_limited");
    expect(judge(answered(500, { type: "rate_limit_error", message: "slow" })).failure.kind).toBe("rate_limited");
    expect(judge({ message: "oops", code: "server_error" })).toMatchObject({ failure: { kind: "failed" }, retry: {} });
  });

  it("that are about signing in say what to set", () => {
    const error = new Error("Could not load the default credentials.");
    expect(judge(error).failure).toMatchObject({ kind: "auth_required", remedy: "Check SOME_API_KEY." });
  });

  it("that are about the answer are a bad response", () => {
    expect(judge(new InvalidResponseDataError({ data: undefined, message: "no choices" })).failure.kind).toBe(
      "bad_response",
    );
  });

  it("of any other kind are reported unchanged", () => {
    const error = new UnsupportedFunctionalityError({ functionality: "media type: x/y" });
    expect(judge(error).failure).toMatchObject({ kind: "failed", message: expect.stringContaining("media type: x/y") });
    expect(judge("a word").failure.message).toContain("a word");
    expect(judge(undefined).failure.message).toContain("no reason given");
    const endless: { cause?: unknown; message: string } = { message: "round and round" };
    endless.cause = endless;
    expect(judge(endless).failure.message).toContain("round and round");
  });
});

it("shows no secret and no novel", () => {
  const secrets = "key=very-secret-value https://me:pass@host/?api_key=abc Bearer 0123456789abcdef AIzaSyA0123456789";
  const { message } = judge(answered(400, said(`${secrets} ${"long ".repeat(1_000)}`))).failure;
  expect(message).toContain("key=… https://…@host/?api_key=… Bearer … …");
  expect(message.length).toBeLessThan(800);
});
