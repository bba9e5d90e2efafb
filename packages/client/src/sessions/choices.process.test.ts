import { describe, expect, it } from "vitest";
import { text, texts } from "../testing/events.ts";
import { inlineAgent } from "../testing/inline-agent.ts";
import { useAgents } from "../testing/use-agents.ts";

const agents = useAgents();
const CWD = process.cwd();

describe("choices", () => {
  it("are set by the config option, or by the old methods without one", async () => {
    const program = inlineAgent((wire) => {
      const modes = {
        currentModeId: "a",
        availableModes: [
          { id: "a", name: "A" },
          { id: "https://x/#b", name: "B" },
        ],
      };
      const models = {
        currentModelId: "m",
        availableModels: [
          { modelId: "m", name: "M" },
          { modelId: "n", name: "N" },
        ],
      };
      wire.on("session/new", ({ answer }) => answer({ sessionId: "old", modes, models }));
      wire.on("session/set_mode", ({ answer }) => answer({}));
      wire.on("session/set_model", ({ params, answer, refuse }) => {
        if (JSON.stringify(params).includes("nonsense")) return refuse(-32602, "Invalid params: no such model");
        wire.say("old", JSON.stringify(params));
        answer({});
      });
    });
    await using test = agents.create(program);
    const session = await test.agent.newSession({ cwd: CWD });
    expect(session.choices).toMatchObject({ modeId: "a", modelId: "m" });
    await session.setMode("https://x/#b");
    await session.setModel("n");
    expect(session.choices).toMatchObject({ modeId: "https://x/#b", modelId: "n" });
    expect(texts(test.store.written(session.id))).toEqual(['{"sessionId":"old","modelId":"n"}']);
    // One that it does not list is for the agent to judge.
    await session.setModel("unlisted");
    expect(session.choices.modelId).toBe("unlisted");
    await expect(session.setModel("nonsense")).rejects.toMatchObject({
      code: "usage",
      message: "Test agent: no such model",
    });
    await expect(session.setConfigOption("x", "y")).rejects.toMatchObject({
      message: 'Test agent has no option "x"; it has none',
    });
  });

  it("are none where the agent has none", async () => {
    await using test = agents.create(inlineAgent(() => undefined));
    const session = await test.agent.newSession({ cwd: CWD });
    expect(session.choices).toMatchObject({ modes: [], modeId: undefined, models: [], modelId: undefined });
    await expect(session.setMode("x")).rejects.toMatchObject({
      code: "capability_missing",
      message: "Test agent has no modes to choose from",
    });
    await expect(session.setModel("x")).rejects.toMatchObject({ code: "capability_missing" });
  });

  it("are checked before they are sent", async () => {
    await using test = agents.create(agents.scripted());
    const session = await test.agent.newSession({ cwd: CWD });
    await expect(session.setConfigOption("thoughts", "yes")).rejects.toMatchObject({
      code: "usage",
      message: 'The option thoughts is true or false, not "yes"',
    });
    await expect(session.setConfigOption("mode", "none")).rejects.toMatchObject({ code: "usage" });
    await session.setConfigOption("mode", "chat");
    expect(session.choices.modeId).toBe("chat");
    await session.prompt(text("mode code"));
    expect(session.choices.modeId).toBe("code");
  });

  it("are made again in a new process that has forgotten them", async () => {
    await using test = agents.create(
      inlineAgent((wire) => {
        let mode = "ask";
        const option = () => ({
          id: "m",
          name: "Mode",
          category: "mode",
          type: "select",
          currentValue: mode,
          options: [
            { value: "ask", name: "Ask" },
            { value: "plan", name: "Plan" },
          ],
        });
        const caps = { sessionCapabilities: { resume: {} } };
        wire.on("initialize", ({ answer }) => answer({ protocolVersion: 1, agentCapabilities: caps }));
        wire.on("session/new", ({ answer }) => answer({ sessionId: "s", configOptions: [option()] }));
        wire.on("session/resume", ({ answer }) => answer({ configOptions: [option()] }));
        wire.on("session/set_config_option", ({ params, answer }) => {
          mode = params.value;
          answer({ configOptions: [option()] });
        });
        wire.on("session/prompt", ({ answer }) => (wire.say("s", mode), answer({ stopReason: "end_turn" })));
      }),
    );
    const session = await test.agent.newSession({ cwd: CWD, modeId: "plan" });
    await test.agent.restart();
    await session.prompt(text("which mode?"));
    expect(texts(test.store.written(session.id))).toEqual(["plan"]);
    expect(session.choices.modeId).toBe("plan");
  });
});

describe("modes that are not offered", () => {
  it("can be set where the agent names them, and a new process gets the option that was set last", async () => {
    await using test = agents.create(
      inlineAgent((wire) => {
        let mode = "backend";
        const slot = () => (mode === "backend" ? "coding" : "assistant");
        const select = (id: string, currentValue: string, values: readonly string[], category?: string) => ({
          id,
          name: id,
          type: "select",
          currentValue,
          options: values.map((value) => ({ value, name: value })),
          ...(category === undefined ? {} : { category }),
        });
        const configOptions = () => [
          select("mode", mode, [mode], "mode"),
          select("slot", slot(), ["coding", "assistant"]),
        ];
        const state = () => ({
          modes: {
            currentModeId: mode,
            availableModes: [{ id: mode, name: mode }],
            _meta: { parley: { modeIds: ["backend", "assistant", 7] } },
          },
          configOptions: configOptions(),
        });
        const caps = { sessionCapabilities: { resume: {} } };
        wire.on("initialize", ({ answer }) => answer({ protocolVersion: 1, agentCapabilities: caps }));
        wire.on("session/new", ({ answer }) => answer({ sessionId: "s", ...state() }));
        wire.on("session/resume", ({ answer }) => answer(state()));
        wire.on("session/set_mode", ({ params, answer }) => {
          mode = params.modeId ?? "";
          wire.update("s", { sessionUpdate: "config_option_update", configOptions: configOptions() });
          answer({});
        });
        wire.on("session/set_config_option", ({ params, answer }) => {
          mode = params.value === "coding" ? "backend" : "assistant";
          answer({ configOptions: configOptions() });
        });
        wire.on("session/prompt", ({ answer }) => (wire.say("s", mode), answer({ stopReason: "end_turn" })));
      }),
    );
    const session = await test.agent.newSession({ cwd: CWD, modeId: "assistant" });
    expect(session.choices).toMatchObject({ modeId: "assistant", otherModeIds: ["backend", "assistant"] });
    await expect(session.setMode("judge")).rejects.toMatchObject({ code: "usage" });
    await session.setConfigOption("slot", "coding");
    await test.agent.restart();
    await session.prompt(text("which mode?"));
    expect(texts(test.store.written(session.id))).toEqual(["backend"]);
  });
});
