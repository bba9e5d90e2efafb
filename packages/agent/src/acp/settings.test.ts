import { ErrorCodes } from "@parley/rpc";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openAgent, textOf } from "../testing/open-agent.ts";

describe("modes", () => {
  it("change what the agent may do, at once", async () => {
    await using opened = await openAgent({ options: { defaults: { approval: "bypass" } } });
    const sessionId = await opened.newSession();
    await opened.agent.request("session/set_mode", { sessionId, modeId: "pm" });
    const refused = await opened.prompt(sessionId, "write a.txt hello");
    expect(JSON.stringify(refused.updates)).toMatch(/no tool|There is no tool|not/i);
    expect(opened.updates).not.toContainEqual(expect.objectContaining({ status: "completed" }));
    await opened.agent.request("session/set_mode", { sessionId, modeId: "backend" });
    const { updates } = await opened.prompt(sessionId, "write a.txt hello");
    expect(updates).toContainEqual(expect.objectContaining({ status: "completed" }));
  });

  it("know the approval levels by name, and say what there is", async () => {
    await using opened = await openAgent();
    const sessionId = await opened.newSession();
    await opened.agent.request("session/set_mode", { sessionId, modeId: "autopilot" });
    await expect
      .poll(() => opened.updates)
      .toContainEqual(
        expect.objectContaining({
          sessionUpdate: "config_option_update",
          configOptions: expect.arrayContaining([
            expect.objectContaining({ id: "approval", currentValue: "autopilot" }),
          ]) as unknown[],
        }),
      );
    await expect(opened.agent.request("session/set_mode", { sessionId, modeId: "chef" })).rejects.toMatchObject({
      code: ErrorCodes.invalidParams,
      message: expect.stringContaining("backend") as string,
    });
  });

  it("are the user's too, from files", async () => {
    await using opened = await openAgent();
    mkdirSync(join(opened.parleyHome, "modes"), { recursive: true });
    writeFileSync(
      join(opened.parleyHome, "modes", "docs.md"),
      "---\nname: Docs\ndescription: Writes documents\nwhen_to_use: For documents\nslot: coding\ntool_groups:\n  - read\n  - group: edit\n    file_regex: \\.md$\n---\nYou write documents.\n",
    );
    const { sessionId, modes } = await opened.agent.request("session/new", { cwd: opened.cwd, mcpServers: [] });
    expect(modes?.availableModes).toContainEqual(expect.objectContaining({ id: "docs", name: "Docs" }));
    await opened.agent.request("session/set_mode", { sessionId, modeId: "docs" });
    await opened.agent.request("session/set_config_option", { sessionId, configId: "approval", value: "bypass" });
    const allowed = await opened.prompt(sessionId, "write a.md hello");
    expect(allowed.updates).toContainEqual(expect.objectContaining({ status: "completed" }));
    const refused = await opened.prompt(sessionId, "write a.ts hello");
    expect(refused.updates).toContainEqual(expect.objectContaining({ status: "failed" }));
  });
});

describe("options", () => {
  it("change and are reported, and invalid ones are refused by name", async () => {
    await using opened = await openAgent();
    const sessionId = await opened.newSession();
    const set = (configId: string, value: string) =>
      opened.agent.request("session/set_config_option", { sessionId, configId, value });
    const { configOptions } = await set("slot", "assistant");
    expect(configOptions).toContainEqual(expect.objectContaining({ id: "mode", currentValue: "assistant" }));
    expect(opened.updates).toContainEqual(
      expect.objectContaining({ sessionUpdate: "current_mode_update", currentModeId: "assistant" }),
    );
    await set("thinking", "high");
    await expect(set("thinking", "deeply")).rejects.toMatchObject({
      code: ErrorCodes.invalidParams,
      message: expect.stringContaining("medium") as string,
    });
    await expect(set("colour", "red")).rejects.toMatchObject({
      code: ErrorCodes.invalidParams,
      data: { configId: "colour" },
    });
  });

  it("set by a slash command are reported to the client", async () => {
    await using opened = await openAgent();
    const sessionId = await opened.newSession();
    const { updates } = await opened.prompt(sessionId, "/mode architect");
    expect(updates).toContainEqual(
      expect.objectContaining({ sessionUpdate: "current_mode_update", currentModeId: "architect" }),
    );
    expect(textOf(updates)).toMatch(/architect/i);
  });
});
