// Turns of our own agent through our own client: what is said and thought, tools side by side, how they end, and options.
import { describe, expect, it } from "vitest";
import { ofKind, openOwnPlace, TEST_MS, textOf } from "./own-place.ts";

describe("a turn of our own agent", { timeout: TEST_MS }, () => {
  it("streams thoughts and text, runs tools in parallel, and reports its usage", async () => {
    await using place = await openOwnPlace();
    await using own = await place.open();
    const one = await own.newSession();
    await place.write(place.file("a.txt"), "content of a\n");
    await place.write(place.file("b.txt"), "content of b\n");
    const { result, updates, text } = await one.play(
      "think about it",
      "say looking",
      `read ${place.file("a.txt")}`,
      `read ${place.file("b.txt")}`,
      "say seen",
      "usage 1000 20",
    );
    expect(result.stopReason).toBe("end_turn");
    expect(result.usage).toMatchObject({ outputTokens: expect.any(Number) });
    expect(text).toBe("lookingseen");
    expect(textOf(updates, "agent_thought_chunk")).toContain("about it");
    expect(ofKind(updates, "tool_call").map(({ title, kind }) => [title, kind])).toEqual([
      ["Read a.txt", "read"],
      ["Read b.txt", "read"],
    ]);
    expect(ofKind(updates, "usage_update").at(-1)).toMatchObject({ used: 1020, size: 128_000 });
    const last = JSON.stringify(place.model.requests.at(-1)?.body);
    expect(last).toContain("content of a");
    expect(last).toContain("content of b");
  });

  it.each([
    ["max_tokens", ["say half a", "max_tokens"]],
    ["refusal", ["say no", "refuse"]],
    ["end_turn", ["status 429 0", "say after a while"]],
    ["end_turn", ["status 500 0", "say after a fault"]],
  ])("ends with %s", async (stopReason, lines) => {
    await using place = await openOwnPlace();
    await using own = await place.open();
    const one = await own.newSession();
    expect((await one.play(...lines)).result).toMatchObject({ stopReason });
  });

  it("reports a model error, and continues with the next prompt", async () => {
    await using place = await openOwnPlace();
    await using own = await place.open();
    const one = await own.newSession();
    const { result } = await one.play("status 400 0 100", "say never");
    expect(result.error?.message).toMatch(/400|refused|says to answer/i);
    expect((await one.play("say better")).text).toBe("better");
  });

  it("is cancelled while it writes or runs a command, and leaves nothing behind", async () => {
    await using place = await openOwnPlace();
    await using own = await place.open();
    const one = await own.newSession();
    const speaking = one.play("slow 3000 100");
    await one.find((update) => textOf([update]).includes("piece"));
    await one.session.cancel();
    expect((await speaking).result.stopReason).toBe("cancelled");
    const running = one.play("run sleep 300.1234", "say never");
    await one.find((update) => update.sessionUpdate === "tool_call_update" && update.status === "in_progress");
    await one.session.cancel();
    expect((await running).result.stopReason).toBe("cancelled");
    expect((await one.play("say alive")).text).toBe("alive");
  });

  it("shows its plan, and applies new settings from the next step on", async () => {
    await using place = await openOwnPlace();
    await using own = await place.open();
    const one = await own.newSession();
    const entries = [
      { content: "Dig", status: "in_progress", priority: "high" },
      { content: "Sow", status: "pending" },
    ];
    const { updates } = await one.play(`call plan ${JSON.stringify({ entries })}`, "say planned");
    expect(ofKind(updates, "plan")).toMatchObject([{ entries: [{ content: "Dig" }, { content: "Sow" }] }]);
    const { choices } = one.session;
    expect(choices.modes.map(({ id }) => id)).toEqual(
      expect.arrayContaining(["pm", "architect", "backend", "frontend", "qa", "security", "sre", "devsecops"]),
    );
    expect(choices.configOptions.map((option) => ("id" in option ? option.id : ""))).toEqual(
      expect.arrayContaining(["mode", "model", "approval", "thinking", "slot"]),
    );
    await one.session.setMode("pm");
    expect((await one.play("say what tools have I")).result.stopReason).toBe("end_turn");
    const tools = place.model.requests.at(-1)?.conversation?.tools.map(({ name }) => name) ?? [];
    expect(tools).toContain("read");
    expect(tools).not.toContain("write");
    await one.session.setConfigOption("thinking", "high");
    await one.session.setModel("offline/script");
    expect((await one.prompt("say by another")).text).toBe("by another");
  });

  it("supports slash commands, and announces them", async () => {
    await using place = await openOwnPlace();
    await place.write(
      `${place.home}/commands/shout.md`,
      "---\ndescription: Says it loudly\n---\nPlease shout: $ARGUMENTS\n",
    );
    await using own = await place.open();
    const one = await own.newSession();
    const announced = await one.find(({ sessionUpdate }) => sessionUpdate === "available_commands_update");
    expect(JSON.stringify(announced)).toContain("shout");
    for (const name of [
      "help",
      "model",
      "mode",
      "compact",
      "undo",
      "redo",
      "diff",
      "memory",
      "mcp",
      "cost",
      "init",
      "review",
    ]) {
      expect(JSON.stringify(announced)).toContain(`"name":"${name}"`);
    }
    expect((await one.prompt("/help")).text).toContain("/undo");
    expect((await one.prompt("/cost")).text).not.toBe("");
    expect((await one.prompt("/mode architect")).result.stopReason).toBe("end_turn");
    expect(one.session.choices.modeId).toBe("architect");
    expect((await one.prompt("/nothing")).text).toContain("nothing");
    await one.prompt("/shout stub: say HEY\nstub: end");
    expect(JSON.stringify(place.model.requests.at(-1)?.body)).toContain("Please shout");
  });
});
