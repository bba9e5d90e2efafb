// Signing in and out, between our own two ends.
import { describe, expect, it } from "vitest";
import { converse, conversePuppet } from "./conversation.ts";
import { codeOf, rawClient } from "./raw-client.ts";
import { runsOn, verifies } from "./verifies.ts";

const wires = runsOn("memory", "stdio", "websocket");

describe.each(wires)("authentication over %s", (wire) => {
  it("our agent says −32000 until the client has signed in, and again after it signed out", async () => {
    verifies("AUTH-005", "AUTH-006", "ERR-001");
    await using talk = await converse(wire, { agent: { requireSignIn: true } });
    await expect(talk.newSession()).rejects.toMatchObject({ code: -32000 });
    const methodId = firstMethodId(talk.agent.agent?.authMethods);
    expect(await talk.agent.request("authenticate", { methodId })).toEqual({});
    const sessionId = await talk.newSession();
    expect(await talk.prompt(sessionId, "say hello")).toEqual({ stopReason: "end_turn" });
    expect(await talk.agent.request("logout", {})).toEqual({});
    await expect(talk.newSession()).rejects.toMatchObject({ code: -32000 });
  });

  it("our agent takes no method that it did not advertise", async () => {
    verifies("AUTH-004");
    await using client = await rawClient(wire);
    await client.initialize();
    expect(codeOf(await client.ask(1, "authenticate", { methodId: "made-up" }))).toBe(-32602);
  });

  it("our agent offers no terminal method to a client that did not announce it", async () => {
    verifies("AUTH-003");
    await using client = await rawClient(wire);
    const { result } = await client.initialize({});
    const { authMethods } = result as { authMethods: readonly { type?: string }[] };
    expect(authMethods.filter(({ type }) => type === "terminal")).toEqual([]);
  });

  it("our client does not pass a terminal method to authenticate", async () => {
    verifies("AUTH-002");
    const authMethods = [
      { type: "terminal", id: "tty", name: "In a terminal" },
      { id: "plain", name: "Here" },
    ];
    await using talk = await conversePuppet(wire, { puppet: { initialize: { authMethods } } });
    await expect(talk.agent.request("authenticate", { methodId: "tty" })).rejects.toMatchObject({ code: "usage" });
    expect(await talk.agent.request("authenticate", { methodId: "plain" })).toEqual({});
    expect(talk.sentBy("client", "authenticate").map(({ params }) => params)).toEqual([{ methodId: "plain" }]);
  });
});

function firstMethodId(methods: readonly object[] = []): string {
  return methods.flatMap((method) => ("id" in method ? [String(method.id)] : []))[0] ?? "";
}
