// When the version is not the one we asked for.
import { scene, type Expectations } from "../expectation.ts";

export const versionExpectations = {
  "echoes-version-2": scene("the client sees the version, and the shape of version 1", async ({ agent }, expect) => {
    await agent.request("initialize", { protocolVersion: 1 });
    expect(agent.agent).toMatchObject({ protocolVersion: 2, agentCapabilities: { loadSession: true } });
    expect(agent.agent).not.toHaveProperty("capabilities");
  }),
  "speaks-version-2": scene("the client sees the version, and the shape of version 2", async ({ agent }, expect) => {
    await agent.request("initialize", { protocolVersion: 1 });
    expect(agent.agent).toMatchObject({ protocolVersion: 2, capabilities: { session: {} }, info: { name: "x" } });
  }),
  "version-is-a-date": scene("it is read as version 1", async ({ agent }, expect) => {
    const { protocolVersion } = await agent.request("initialize", { protocolVersion: 1 });
    expect(protocolVersion).toBe(1);
  }),
} satisfies Expectations;
