// The official SDK's client, which holds everything to the schema, with our agent.
import type { InitializeRequest } from "@agentclientprotocol/sdk";
import { judgeFrames } from "@parley/test-support";
import { afterEach, expect, it, vi } from "vitest";
import { CLIENT_MS } from "../limits.ts";
import { openClientPlace } from "./client-place.ts";
import { createScenario, expectWorkDone, SAID } from "./scenario.ts";
import { openSdkTalk, type SdkTalk } from "./sdk-talk.ts";

const EVERYTHING: InitializeRequest = {
  protocolVersion: 1,
  clientCapabilities: {
    fs: { readTextFile: true, writeTextFile: true },
    terminal: true,
    session: { notices: {}, compaction: {}, configOptions: { boolean: {} } },
  },
};
/** In the schema of what is not stable yet: the usage of a turn, and forks. */
const UNSTABLE = /\/usage is not in the schema/;

// The SDK drops what it cannot read, and says so here only.
const dropped = vi.spyOn(console, "error").mockImplementation(() => undefined);
afterEach(() => void dropped.mockClear());

const textBlock = (text: string) => [{ type: "text" as const, text }];
const said = ({ updates }: SdkTalk): string => JSON.stringify(updates.items);
const faultsOf = ({ frames }: SdkTalk): readonly string[] =>
  judgeFrames(frames).filter((fault) => !UNSTABLE.test(fault));

it(
  "talks, works through the client's files and terminals, and cancels",
  async () => {
    await using place = await openClientPlace();
    await using talk = openSdkTalk(place);
    const scenario = createScenario(place);
    const { agent } = talk;
    expect(await agent.request("initialize", EVERYTHING)).toMatchObject({ protocolVersion: 1 });
    const { sessionId } = await agent.request("session/new", { cwd: place.cwd, mcpServers: [] });
    const prompt = (text: string) => agent.request("session/prompt", { sessionId, prompt: textBlock(text) });

    expect(await prompt(scenario.text)).toMatchObject({ stopReason: "end_turn" });
    expect(await prompt(scenario.work)).toMatchObject({ stopReason: "end_turn" });
    await expectWorkDone(place);
    expect(talk.asked).toEqual([expect.stringContaining("made.txt"), expect.stringContaining("touch")]);
    expect(talk.files).toContain(`write ${place.file("made.txt")}`);
    expect(talk.commands).toEqual([expect.stringContaining("touched.txt")]);

    const running = prompt(scenario.long);
    await talk.updates.find("the first piece", ({ update }) => JSON.stringify(update).includes("piece 1"));
    await agent.notify("session/cancel", { sessionId });
    expect(await running).toMatchObject({ stopReason: "cancelled" });
    expect(said(talk)).toContain(SAID.slice(0, 3));
    expect(faultsOf(talk)).toEqual([]);
    expect(dropped).not.toHaveBeenCalled();
  },
  CLIENT_MS,
);

it(
  "goes through the life of a session",
  async () => {
    await using place = await openClientPlace();
    await using talk = openSdkTalk(place);
    const { agent } = talk;
    const { cwd } = place;
    await agent.request("initialize", EVERYTHING);
    const { sessionId, modes, configOptions } = await agent.request("session/new", { cwd, mcpServers: [] });
    expect(modes).toMatchObject({ currentModeId: "backend" });
    expect(configOptions?.map(({ id }) => id)).toEqual(
      expect.arrayContaining(["mode", "model", "approval", "thinking"]),
    );
    const { text } = createScenario(place);
    await agent.request("session/prompt", { sessionId, prompt: textBlock(text) });
    await agent.request("session/set_mode", { sessionId, modeId: "architect" });
    const changed = await agent.request("session/set_config_option", {
      sessionId,
      configId: "approval",
      value: "bypass",
    });
    expect(changed.configOptions).toContainEqual(expect.objectContaining({ id: "approval", currentValue: "bypass" }));
    await expect(agent.request("session/set_mode", { sessionId, modeId: "none" })).rejects.toMatchObject({
      code: -32602,
    });
    expect((await agent.request("session/list", { cwd })).sessions).toMatchObject([{ sessionId, cwd }]);
    await agent.request("session/close", { sessionId });
    await expect(agent.request("session/prompt", { sessionId, prompt: textBlock(text) })).rejects.toMatchObject({
      code: -32002,
    });
    const before = talk.updates.items.length;
    const resumed = await agent.request("session/resume", { sessionId, cwd });
    expect(resumed.modes).toMatchObject({ currentModeId: "architect" });
    await agent.request("session/load", { sessionId, cwd, mcpServers: [] });
    expect(JSON.stringify(talk.updates.items.slice(before))).toContain(SAID);
    await agent.request("session/delete", { sessionId });
    expect((await agent.request("session/list", { cwd })).sessions).toEqual([]);
    expect(faultsOf(talk)).toEqual([]);
    expect(dropped).not.toHaveBeenCalled();
  },
  CLIENT_MS,
);
