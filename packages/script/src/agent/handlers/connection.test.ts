import { AUTH_REQUIRED } from "@parley/acp";
import { ErrorCodes } from "@parley/rpc";
import { describe, expect, it } from "vitest";
import manifest from "../../../package.json" with { type: "json" };
import { connectPretendClient, CWD } from "../../../test/pretend-client.ts";

describe("initialize", () => {
  it.each([0, 1, 2, 65_535])("answers version 1 to version %i", async (protocolVersion) => {
    const client = await connectPretendClient();
    const answer = await client.agent.request("initialize", { protocolVersion });
    expect(answer.protocolVersion).toBe(1);
    await client.close();
  });

  it("announces what the agent can do, and who it is", async () => {
    const client = await connectPretendClient({ agent: { promptCapabilities: { audio: false } } });
    expect(client.agent.agent).toMatchObject({
      agentInfo: { name: "parley-script", version: manifest.version },
      agentCapabilities: {
        loadSession: true,
        promptCapabilities: { image: true, audio: false, embeddedContext: true },
        sessionCapabilities: { list: {}, delete: {}, resume: {}, close: {}, fork: {}, additionalDirectories: {} },
        auth: { logout: {} },
      },
      authMethods: [{ id: "script" }],
    });
    await client.close();
  });
});

describe("signing in", () => {
  it("is offered but not needed", async () => {
    const client = await connectPretendClient();
    await expect(client.newSession()).resolves.toEqual(expect.any(String));
    await expect(client.agent.request("authenticate", { methodId: "script" })).resolves.toEqual({});
    await expect(client.agent.request("authenticate", { methodId: "magic" })).rejects.toMatchObject({
      code: ErrorCodes.invalidParams,
    });
    await client.close();
  });

  it("is needed for every session method if the app says so, until logout", async () => {
    const client = await connectPretendClient({ agent: { requireSignIn: true } });
    const { agent } = client;
    const place = { cwd: CWD, mcpServers: [] };
    const refused = { code: AUTH_REQUIRED };
    await expect(agent.request("session/new", place)).rejects.toMatchObject(refused);
    await expect(agent.request("session/list", {})).rejects.toMatchObject(refused);
    await agent.request("authenticate", { methodId: "script" });
    const sessionId = await client.newSession();
    await agent.request("logout", {});
    await expect(client.prompt(sessionId, "say x")).rejects.toMatchObject(refused);
    await expect(agent.request("session/load", { sessionId, ...place })).rejects.toMatchObject(refused);
    await expect(agent.request("session/resume", { sessionId, ...place })).rejects.toMatchObject(refused);
    await expect(agent.request("session/fork", { sessionId, ...place })).rejects.toMatchObject(refused);
    await expect(agent.request("session/close", { sessionId })).rejects.toMatchObject(refused);
    await expect(agent.request("session/delete", { sessionId })).rejects.toMatchObject(refused);
    await expect(agent.request("session/set_mode", { sessionId, modeId: "chat" })).rejects.toMatchObject(refused);
    await client.close();
  });
});

describe("extension methods", () => {
  it("echo what they are given, and unknown ones are refused", async () => {
    const client = await connectPretendClient();
    await expect(client.agent.extRequest("_parley/echo", { a: [1, null] })).resolves.toEqual({ a: [1, null] });
    await expect(client.agent.extRequest("_parley/nothing")).rejects.toMatchObject({
      code: ErrorCodes.methodNotFound,
    });
    await client.close();
  });
});
