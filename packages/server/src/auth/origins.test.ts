import { describe, expect, it } from "vitest";
import { corsHeaders, createOriginCheck, preflightHeaders } from "./origins.ts";

describe("an origin", () => {
  const judge = createOriginCheck(["https://board.example"], "https://parley.example/base/");

  it.each([
    [undefined, "none"],
    ["http://localhost:7777", "own"],
    ["HTTP://LocalHost:7777", "own"],
    ["https://parley.example", "own"],
    ["https://board.example", "allowed"],
    ["https://localhost:7777", "refused"],
    ["http://localhost", "refused"],
    ["http://localhost:7777.evil.example", "refused"],
    ["https://parley.example.evil.example", "refused"],
    ["http://board.example", "refused"],
    ["null", "refused"],
    ["", "refused"],
  ])("%j is %s", (origin, expected) => {
    expect(judge({ host: "localhost:7777", ...(origin !== undefined && { origin }) })).toBe(expected);
  });

  it("is never the server's own without a configured address if it is not over http", () => {
    const plain = createOriginCheck([]);
    expect(plain({ origin: "https://parley.example", host: "parley.example" })).toBe("refused");
    expect(plain({ origin: "undefined", host: "parley.example" })).toBe("refused");
  });

  it("that is configured wrongly keeps the server from starting", () => {
    expect(() => createOriginCheck(["https://*"])).toThrow(expect.objectContaining({ code: "bad_config" }));
  });
});

describe("the headers for another origin", () => {
  it("name the origin itself, never any, and no cookies", () => {
    const headers = corsHeaders("https://board.example");
    expect(headers).toMatchObject({ "Access-Control-Allow-Origin": "https://board.example", Vary: "Origin" });
    expect(headers).not.toHaveProperty("Access-Control-Allow-Credentials");
  });

  it("allow the headers that the page asks for", () => {
    const asked = preflightHeaders({ "access-control-request-headers": "x-secret-key" });
    expect(asked["Access-Control-Allow-Headers"]).toBe("x-secret-key");
    expect(preflightHeaders({})["Access-Control-Allow-Headers"]).toBe("Authorization, Content-Type");
  });
});
