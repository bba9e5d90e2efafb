// What our client's HTTP requests look like to the official SDK's server.
import { describe, expect, it } from "vitest";
import { runsOn, verifies } from "../verifies.ts";
import { connectSdkAgent, type SdkConversation } from "./connect-sdk-agent.ts";
import { COOKIE, type SeenRequest } from "./sdk-server.ts";

const wires = runsOn("http");

describe.each(wires)("our client over %s", (wire) => {
  it("names the connection and brings the cookies in every request but the first", async () => {
    verifies("HTTP-003", "HTTP-005");
    await using talk = await connectSdkAgent(wire);
    await playTurn(talk);
    const [first, ...others] = talk.requests;
    expect(first?.headers).not.toHaveProperty("acp-connection-id");
    expect(first?.headers).not.toHaveProperty("cookie");
    expect(others.length).toBeGreaterThan(3);
    for (const { headers } of others) {
      expect(headers["acp-connection-id"]).toMatch(/./);
      expect(headers.cookie).toContain(COOKIE);
    }
  });

  it("posts JSON, and accepts events", async () => {
    verifies("HTTP-001", "HTTP-002");
    await using talk = await connectSdkAgent(wire);
    await playTurn(talk);
    for (const { headers } of posts(talk)) expect(headers["content-type"]).toContain("application/json");
    for (const { headers } of streams(talk)) expect(headers.accept).toContain("text/event-stream");
  });

  it("names the session in what belongs to one", async () => {
    verifies("HTTP-004");
    await using talk = await connectSdkAgent(wire);
    const sessionId = await playTurn(talk);
    // initialize and session/new belong to the connection; the prompt and the answer to the question to the session.
    expect(posts(talk).map(sessionOf)).toEqual([undefined, undefined, sessionId, sessionId]);
    expect(streams(talk).map(sessionOf)).toEqual([undefined, sessionId]);
  });
});

async function playTurn(talk: SdkConversation): Promise<string> {
  await talk.initialize();
  const sessionId = await talk.newSession();
  expect(await talk.prompt(sessionId, "permission")).toEqual({ stopReason: "end_turn" });
  return sessionId;
}

function posts({ requests }: SdkConversation): SeenRequest[] {
  return requests.filter(({ method }) => method === "POST");
}

function streams({ requests }: SdkConversation): SeenRequest[] {
  return requests.filter(({ method }) => method === "GET");
}

function sessionOf({ headers }: SeenRequest): unknown {
  return headers["acp-session-id"];
}
