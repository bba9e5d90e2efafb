// When sessions behave oddly.
import { scene, settle, turn, type Expectations } from "../expectation.ts";
import { CWD } from "../talk.ts";

export const sessionExpectations = {
  "history-after-load": scene("the history is delivered when it comes", async (talk, expect) => {
    const { sessionId } = await talk.open();
    await talk.agent.request("session/load", { sessionId, cwd: CWD, mcpServers: [] });
    await talk.prompt("once more");
    expect(talk.summary()).toEqual(["one", "two", "three", "again"]);
  }),
  "load-of-an-open-session": scene("the load fails with −32602; the session continues", async (talk, expect) => {
    const { sessionId } = await talk.open();
    const loaded = talk.agent.request("session/load", { sessionId, cwd: CWD, mcpServers: [] });
    expect(await settle(loaded)).toEqual({ failedWith: -32602 });
    expect(await talk.prompt("once more")).toEqual({ stopReason: "end_turn" });
  }),
  "modes-are-urls": scene("a mode id is any text", async (talk, expect) => {
    const { modes, sessionId } = await talk.open();
    const modeId = modes?.currentModeId ?? "";
    expect(modeId).toBe("https://example.com/modes#agent");
    expect(await talk.agent.request("session/set_mode", { sessionId, modeId })).toEqual({});
  }),
  "commands-at-any-time": turn("they are delivered whenever they come", {
    updates: ["available_commands_update", "before", "available_commands_update", "after"],
    late: ["available_commands_update"],
  }),
  "closed-already": scene("closing and deleting it succeeds: nothing is left to do", async (talk, expect) => {
    const { sessionId } = await talk.open();
    expect(await talk.agent.request("session/close", { sessionId })).toEqual({});
    expect(await talk.agent.request("session/delete", { sessionId })).toEqual({});
  }),
} satisfies Expectations;
