import type { IncomingHttpHeaders } from "node:http";
import { describe, expect, it } from "vitest";
import type { Caller } from "../http/dialect.ts";
import type { Cookies } from "./cookie.ts";
import { createCredentials, hideTokenProtocol } from "./credentials.ts";
import { createKeyRing } from "./key-ring.ts";

const OWNER: Caller = { name: "cookie", scopes: new Set(["admin"]) };

const find = createCredentials(
  createKeyRing("the-token"),
  { find: (header: string) => (header === "parley=good" ? OWNER : undefined) } as Cookies,
  (token) => (token === "agent-token" ? "s1" : undefined),
);

const nameOf = (headers: IncomingHttpHeaders): string | undefined => {
  const caller = find(headers);
  return typeof caller === "object" ? caller.name : undefined;
};

describe("the caller of a request", () => {
  it.each<IncomingHttpHeaders>([
    { authorization: "Bearer the-token" },
    { authorization: "bearer   the-token  " },
    { "x-secret-key": "the-token" },
    { "sec-websocket-protocol": "acp.v1, parley.token.the-token" },
  ])("is known by its token in %j", (headers) => {
    expect(nameOf(headers)).toBe("token");
  });

  it.each<IncomingHttpHeaders>([
    {},
    { authorization: "" },
    { authorization: "the-token" },
    { authorization: "Basic the-token" },
    { authorization: "Bearer the-token more" },
    { authorization: "Bearer The-Token" },
    { authorization: "Bearer ", "x-secret-key": "the-token" },
    { "x-secret-key": "" },
    { "x-secret-key": ["the-token", "the-token"] },
    { "sec-websocket-protocol": "parley.token.,the-token" },
  ])("is unknown with %j", (headers) => {
    expect(find(headers)).toBeUndefined();
  });

  it("is the agent of a session, without any scope, if the token is for that", () => {
    expect(find({ authorization: "Bearer agent-token" })).toEqual({
      name: "agent of s1",
      scopes: new Set(),
      session: "s1",
    });
  });

  it.each([
    [undefined, "cookie"],
    ["same-origin", "cookie"],
    ["none", "cookie"],
    ["same-site", undefined],
    ["cross-site", undefined],
    ["", undefined],
  ])("is known by its cookie if the page is of the site %j: %j", (site, name) => {
    expect(nameOf({ cookie: "parley=good", ...(site !== undefined && { "sec-fetch-site": site }) })).toBe(name);
  });

  it("is not known by its cookie if a wrong secret comes with it", () => {
    expect(find({ cookie: "parley=good", authorization: "Bearer wrong" })).toBeUndefined();
    expect(find({ cookie: "parley=good", authorization: "Basic abc" })).toBeUndefined();
    expect(find({ cookie: "parley=bad" })).toBeUndefined();
  });
});

it.each([
  ["acp.v1, parley.token.secret", "acp.v1"],
  ["parley.token.secret,a,b", "a, b"],
  ["parley.token.secret", "parley.token.secret"],
  ["a,b", "a,b"],
  [undefined, undefined],
])("of the offered protocols %j, %j are left to choose from", (offered, left) => {
  const headers = offered === undefined ? {} : { "sec-websocket-protocol": offered };
  hideTokenProtocol(headers);
  expect(headers["sec-websocket-protocol"]).toBe(left);
});
