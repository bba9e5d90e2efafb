import { LEAVES_SANDBOX, type CreateTerminalRequest } from "@parley/acp";
import { probeSandbox } from "@parley/machine/sandbox";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openTestSession, type TestSession } from "../testing/open-session.ts";

const state = await probeSandbox();
const reason = state.isAvailable ? "" : ` (${state.error.message})`;

/** What it wrote. */
async function run(session: TestSession, params: Omit<CreateTerminalRequest, "sessionId">): Promise<string> {
  const { terminalId } = (await session.call("terminal/create", params)) as { terminalId: string };
  await session.call("terminal/wait_for_exit", { terminalId });
  return ((await session.call("terminal/output", { terminalId })) as { output: string }).output;
}

describe.skipIf(!state.isAvailable)(`a terminal in a sandbox${reason}`, () => {
  it("sees its folder without the denied paths, and no other folder", async () => {
    await using session = await openTestSession({ level: "bypass", sandbox: { mode: "on" } });
    await writeFile(session.folder.file("beside.txt"), "planted");
    await mkdir(join(session.cwd, "infra"));
    await writeFile(join(session.cwd, "infra/prod.env"), "planted");
    await mkdir(session.parleyHome, { recursive: true });
    await writeFile(join(session.parleyHome, "rules.json"), JSON.stringify({ version: 1, zones: { deny: ["infra"] } }));
    // Only what the system keeps: policy would have something to say of these words, and is asked.
    session.person.willChoose("allow_once");
    const output = await run(session, { command: "cd ..; cat beside.txt; cat work/in*/prod.env; echo reached" });
    expect([output.includes("reached"), output.includes("planted")]).toEqual([true, false]);
  });

  it("leaves it once, after a person was asked, at any level and with any remembered choice", async () => {
    await using session = await openTestSession({ level: "bypass", sandbox: { mode: "offline" } });
    await writeFile(session.folder.file("beside.txt"), "outside");
    const rules = { version: 1, rules: [{ verdict: "allow", kind: "execute", program: "cat" }] };
    await mkdir(session.parleyHome, { recursive: true });
    await writeFile(join(session.parleyHome, "rules.json"), JSON.stringify(rules));
    const command = { command: "cat", args: [session.folder.file("beside.txt")], _meta: LEAVES_SANDBOX };
    session.person.willChoose("allow_once");
    expect(await run(session, command)).toBe("outside");
    const [question] = session.person.questions;
    expect(question).toMatchObject({
      toolCall: { title: expect.stringMatching(/^Outside the sandbox: /) as string, _meta: LEAVES_SANDBOX },
      decision: { reason: expect.stringContaining("outside the sandbox") as string },
      proposals: [],
    });
    expect(question?.options.map(({ kind }) => kind)).toEqual(["allow_once", "reject_once"]);
    session.person.willChoose("reject_once");
    await expect(session.call("terminal/create", command)).rejects.toThrow(/rejected|refused|denied/i);
    expect(session.person.questions).toHaveLength(2);
  });

  it("does not leave it on autopilot, which asks no questions", async () => {
    await using session = await openTestSession({ level: "autopilot", sandbox: { mode: "on" } });
    const command = { command: "pwd", _meta: LEAVES_SANDBOX };
    await expect(session.call("terminal/create", command)).rejects.toThrow(/outside the sandbox/);
  });
});
