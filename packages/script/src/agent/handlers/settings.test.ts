import { RESOURCE_NOT_FOUND } from "@parley/acp";
import { ErrorCodes } from "@parley/rpc";
import { afterEach, beforeEach, expect, test } from "vitest";
import { connectPretendClient, type PretendClient } from "../../../test/pretend-client.ts";

let client: PretendClient;
let sessionId: string;
beforeEach(async () => {
  client = await connectPretendClient();
  sessionId = await client.newSession();
});
afterEach(() => client.close());

test("a mode that is set shows up as an option, and the other way round", async () => {
  await client.agent.request("session/set_mode", { sessionId, modeId: "chat" });
  expect(client.updates.at(-1)).toMatchObject({
    sessionUpdate: "config_option_update",
    configOptions: [{ id: "mode", currentValue: "chat" }, { id: "model" }, { id: "thoughts" }],
  });
  const answer = await client.agent.request("session/set_config_option", {
    sessionId,
    configId: "mode",
    value: "code",
  });
  expect(answer.configOptions[0]).toMatchObject({ id: "mode", currentValue: "code" });
  expect(client.updates.at(-1)).toEqual({ sessionUpdate: "current_mode_update", currentModeId: "code" });
});

test("in the mode chat every tool call fails", async () => {
  await client.agent.request("session/set_mode", { sessionId, modeId: "chat" });
  const { updates } = await client.prompt(sessionId, "write f x\nsay y");
  expect(updates).toMatchObject([
    { sessionUpdate: "available_commands_update" },
    { sessionUpdate: "tool_call", status: "pending" },
    {
      sessionUpdate: "tool_call_update",
      status: "failed",
      content: [{ content: { text: "The mode chat has no tools; switch to the mode code." } }],
    },
    { sessionUpdate: "agent_message_chunk" },
  ]);
  expect(client.calls).toEqual([]);
});

test("the model offline/echo quotes scripts, set by an option or the old way", async () => {
  await client.agent.request("session/set_model", { sessionId, modelId: "offline/echo" });
  const { updates } = await client.prompt(sessionId, "say x");
  expect(updates.at(-1)).toMatchObject({ content: { text: expect.stringContaining("“say x”") as string } });
  await client.agent.request("session/set_config_option", { sessionId, configId: "model", value: "offline/script" });
  expect((await client.prompt(sessionId, "say x")).updates).toMatchObject([{ content: { text: "x" } }]);
});

test("thoughts can be switched off", async () => {
  await client.prompt(sessionId, "say x");
  const answer = await client.agent.request("session/set_config_option", {
    sessionId,
    configId: "thoughts",
    type: "boolean",
    value: false,
  });
  expect(answer.configOptions.at(-1)).toMatchObject({ id: "thoughts", currentValue: false });
  expect((await client.prompt(sessionId, "think x")).updates).toEqual([]);
});

test("what does not exist is refused", async () => {
  const invalid = { code: ErrorCodes.invalidParams };
  const { agent } = client;
  await expect(agent.request("session/set_mode", { sessionId, modeId: "x" })).rejects.toMatchObject(invalid);
  await expect(agent.request("session/set_model", { sessionId, modelId: "x" })).rejects.toMatchObject(invalid);
  await expect(
    agent.request("session/set_config_option", { sessionId, configId: "x", value: "y" }),
  ).rejects.toMatchObject(invalid);
  await expect(
    agent.request("session/set_config_option", { sessionId, configId: "thoughts", value: "true" }),
  ).rejects.toMatchObject(invalid);
  await expect(
    agent.request("session/set_config_option", { sessionId, configId: "mode", type: "boolean", value: true }),
  ).rejects.toMatchObject(invalid);
  await expect(agent.request("session/set_mode", { sessionId: "x", modeId: "chat" })).rejects.toMatchObject({
    code: RESOURCE_NOT_FOUND,
  });
});
