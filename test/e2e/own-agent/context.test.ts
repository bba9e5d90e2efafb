// What our own agent knows and keeps: project memory, hooks, compaction, taking back.
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ofKind, openOwnPlace, TEST_MS } from "./own-place.ts";

const MEMORY = ["AGENTS.md", "CLAUDE.md", "GEMINI.md", "GOOSE.md", ".goosehints", "GGCODE.md", "PARLEY.md"];

describe("the context of our own agent", { timeout: TEST_MS }, () => {
  it("includes every project instruction file, and reports them", async () => {
    await using place = await openOwnPlace();
    for (const name of MEMORY) await place.write(place.file(name), `The fruit of ${name} is quince-${name}.\n`);
    await using own = await place.open();
    const one = await own.newSession();
    await one.play("say read");
    const { system = "" } = place.model.requests.at(-1)?.conversation ?? {};
    expect(MEMORY.filter((name) => !system.includes(`quince-${name}`))).toEqual([]);
    const notice = await one.find(({ sessionUpdate }) => sessionUpdate === "notice");
    expect(JSON.stringify(notice)).toContain("AGENTS.md");
  });

  it("runs hooks before a tool, which may deny or change it, and after it", async () => {
    await using place = await openOwnPlace();
    const log = join(place.home, "after.ndjson");
    const before = await place.write(
      join(place.home, "before.mjs"),
      `let text = ""; for await (const chunk of process.stdin) text += chunk;
const { input } = JSON.parse(text);
const command = input?.command ?? "";
if (command.includes("forbidden")) console.log(JSON.stringify({ decision: "deny", reason: "not in this house" }));
else if (command.includes("old-name")) console.log(JSON.stringify({ input: { ...input, command: "touch new-name.txt" } }));
`,
    );
    const after = await place.write(
      join(place.home, "after.mjs"),
      `import { appendFileSync } from "node:fs";
let text = ""; for await (const chunk of process.stdin) text += chunk;
appendFileSync(${JSON.stringify(log)}, JSON.stringify(JSON.parse(text)) + "\\n");
`,
    );
    const hooks = [
      { event: "before_tool", tools: ["shell"], command: process.execPath, args: [before] },
      { event: "after_tool", command: process.execPath, args: [after] },
    ];
    await place.write(join(place.home, "config.json"), JSON.stringify({ hooks }));
    await using own = await place.open();
    const one = await own.newSession();
    await one.play("run touch forbidden.txt", "say done");
    expect(await place.read("forbidden.txt")).toBeUndefined();
    expect(JSON.stringify(place.model.requests.at(-1)?.body)).toContain("not in this house");
    await one.play("run touch old-name.txt", "say done");
    expect([await place.read("old-name.txt"), await place.read("new-name.txt")]).toEqual([undefined, ""]);
    expect(await place.read("..", "agent-home", "after.ndjson")).toContain("shell");
  });

  it("is compacted near the limit with a notice, and the history keeps everything", async () => {
    await using place = await openOwnPlace();
    await using own = await place.open();
    const one = await own.newSession();
    await one.play("say the first secret is plum");
    await one.play("say the second secret is pear", "usage 120000 50");
    const { updates, result } = await one.play("say still here");
    expect(result.stopReason).toBe("end_turn");
    const compactions = [...one.updates, ...updates].filter(
      ({ sessionUpdate }) => sessionUpdate === "compaction_update",
    );
    expect(compactions.length).toBeGreaterThan(0);
    expect(JSON.stringify(place.model.requests.at(-1)?.body)).not.toContain("secret is plum");
    await one.session.close();
    const loaded = await own.load(one.session.agentSessionId);
    expect(JSON.stringify(loaded.updates)).toContain("secret is plum");
    await loaded.play("say after the load");
    // The conversation goes on with what replaced it.
    expect(JSON.stringify(place.model.requests.at(-1)?.body)).not.toContain("secret is plum");
  });

  it("is compacted on request", async () => {
    await using place = await openOwnPlace();
    await using own = await place.open();
    const one = await own.newSession();
    await one.play("say the first secret is plum");
    await one.play("say the second secret is pear");
    expect((await one.prompt("/compact")).result.stopReason).toBe("end_turn");
    await one.play("say short");
    expect(JSON.stringify(place.model.requests.at(-1)?.body)).not.toContain("secret is plum");
  });

  it("undoes and redoes a turn's file changes", async () => {
    await using place = await openOwnPlace();
    await using own = await place.open();
    const one = await own.newSession();
    await place.write(place.file("a.txt"), "one\n");
    await one.play(`edit ${place.file("a.txt")} one => two`, `write ${place.file("b.txt")} new`, "say done");
    expect((await one.prompt("/diff")).text).toContain("a.txt");
    await one.prompt("/undo");
    expect([await place.read("a.txt"), await place.read("b.txt")]).toEqual(["one\n", undefined]);
    await one.prompt("/redo");
    expect([await place.read("a.txt"), await place.read("b.txt")]).toEqual(["two\n", "new"]);
    expect(ofKind(one.updates, "tool_call")).toHaveLength(2);
  });
});
