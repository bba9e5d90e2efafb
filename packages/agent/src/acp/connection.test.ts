import { AUTH_REQUIRED } from "@parley/acp";
import { ErrorCodes } from "@parley/rpc";
import { describe, expect, it } from "vitest";
import { openAgent } from "../testing/open-agent.ts";
import { AGENT_INFO } from "../agent-info.ts";

describe("initialize", () => {
  it("announces its name and capabilities without any configuration", async () => {
    await using opened = await openAgent();
    expect(opened.agent.agent).toMatchObject({
      protocolVersion: 1,
      agentInfo: AGENT_INFO,
      agentCapabilities: {
        loadSession: true,
        promptCapabilities: { image: true, audio: false, embeddedContext: true },
        mcpCapabilities: { http: true, sse: true },
        sessionCapabilities: { list: {}, delete: {}, resume: {}, close: {}, fork: {}, additionalDirectories: {} },
        auth: { logout: {} },
      },
    });
    const [environment] = opened.agent.agent?.authMethods ?? [];
    expect(environment).toMatchObject({
      id: "environment",
      description: expect.stringContaining("ANTHROPIC_API_KEY") as string,
    });
  });

  it("offers the terminal to clients that open one", async () => {
    await using opened = await openAgent({ capabilities: { auth: { terminal: true } } });
    expect(opened.agent.agent?.authMethods).toContainEqual(
      expect.objectContaining({ type: "terminal", args: ["login"] }),
    );
  });
});

describe("signing in", () => {
  it("names the variables if no key is set, and accepts a key that is set", async () => {
    await using opened = await openAgent();
    await expect(opened.agent.request("authenticate", { methodId: "environment" })).rejects.toMatchObject({
      code: AUTH_REQUIRED,
      data: { variables: expect.arrayContaining(["ANTHROPIC_API_KEY"]) as string[] },
    });
    await expect(opened.agent.request("authenticate", { methodId: "magic" })).rejects.toMatchObject({
      code: ErrorCodes.invalidParams,
    });
    await using other = await openAgent({ options: { env: { OPENAI_API_KEY: "sk-test" } } });
    await expect(other.agent.request("authenticate", { methodId: "environment" })).resolves.toEqual({});
    await expect(other.agent.request("logout", {})).resolves.toEqual({});
  });

  it("is asked for by a prompt to a model without a key, in a way that a client can act on", async () => {
    await using opened = await openAgent({ options: { defaults: { modelId: "anthropic/claude-sonnet-4-5" } } });
    const sessionId = await opened.newSession();
    await expect(opened.prompt(sessionId, "hello")).rejects.toMatchObject({
      code: AUTH_REQUIRED,
      message: expect.stringContaining("ANTHROPIC_API_KEY") as string,
      data: {
        variables: expect.arrayContaining(["ANTHROPIC_API_KEY"]) as string[],
        methods: expect.any(Array) as unknown[],
      },
    });
  });
});

it("rejects unknown extension methods", async () => {
  await using opened = await openAgent();
  await expect(opened.agent.extRequest("_parley/nothing")).rejects.toMatchObject({ code: ErrorCodes.methodNotFound });
});
