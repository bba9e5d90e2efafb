import { RESOURCE_NOT_FOUND } from "@parley/acp";
import { createTempFolder, type TempFolder } from "@parley/test-support";
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openAgent, textOf, type OpenedAgent } from "../testing/open-agent.ts";

const NOTICES = { session: { notices: {} } };
const folderOf = ({ parleyHome }: Pick<OpenedAgent, "parleyHome">): string => join(parleyHome, "agent", "sessions");

/** Two sessions that were closed in good order. */
async function twoSessions(
  folder: TempFolder,
): Promise<{ readonly bad: string; readonly good: string; readonly path: string }> {
  await using opened = await openAgent({ folder });
  const bad = await opened.newSession();
  await opened.prompt(bad, "say one");
  const good = await opened.newSession();
  await opened.prompt(good, "say other");
  return { bad, good, path: join(folderOf(opened), `${bad}.ndjson`) };
}

const noticesOf = ({ updates }: OpenedAgent): string[] =>
  updates.flatMap((update) => (update.sessionUpdate === "notice" ? [update.title ?? ""] : []));

describe("a session's file", () => {
  it.each<[string, (path: string) => void, string]>([
    [
      "without its header",
      (path) => writeFileSync(path, readFileSync(path, "utf8").replace(/^.*\n/, "\0\0\0\n")),
      "one",
    ],
    ["that is garbage", (path) => writeFileSync(path, Buffer.alloc(5_000, 0xfe)), ""],
    ["that was emptied", (path) => writeFileSync(path, ""), ""],
    [
      "with a line that never ends",
      (path) => appendFileSync(path, `{"v":1,"seq":77,"x":"${"y".repeat(100_000)}`),
      "one",
    ],
  ])("%s is reported, continues, and leaves the other sessions intact", async (what, damage, said) => {
    await using folder = await createTempFolder();
    const { bad, good, path } = await twoSessions(folder);
    damage(path);
    await using opened = await openAgent({ folder, capabilities: NOTICES });
    const { sessions } = await opened.agent.request("session/list", {});
    expect(sessions.map(({ sessionId }) => sessionId).toSorted()).toEqual([bad, good].toSorted());
    await opened.agent.request("session/load", { sessionId: bad, cwd: opened.cwd, mcpServers: [] });
    expect(textOf(opened.updates)).toBe(said);
    // A last line that a crash cut is no damage: it was never acknowledged.
    const isWhole = what === "with a line that never ends";
    expect(noticesOf(opened).filter((text) => text.includes("could not be read"))).toHaveLength(isWhole ? 0 : 1);
    expect((await opened.prompt(bad, "say more")).stopReason).toBe("end_turn");
    opened.updates.length = 0;
    await opened.agent.request("session/load", { sessionId: good, cwd: opened.cwd, mcpServers: [] });
    expect(textOf(opened.updates)).toBe("other");
  });

  it.each([true, false])(
    "that is garbage is moved aside, and the client learns where (replayed: %s)",
    async (isReplayed) => {
      await using folder = await createTempFolder();
      const { bad, path } = await twoSessions(folder);
      const garbage = Buffer.alloc(5_000, 0xfe);
      writeFileSync(path, garbage);
      await using opened = await openAgent({ folder, capabilities: NOTICES });
      const method = isReplayed ? "session/load" : "session/resume";
      await opened.agent.request(method, { sessionId: bad, cwd: opened.cwd, mcpServers: [] });
      const [notice = "", ...others] = noticesOf(opened).filter((text) => text.includes("could not be read"));
      const [, aside = ""] = /moved to (.+?);/.exec(notice) ?? [];
      expect(others).toEqual([]);
      expect(readFileSync(aside)).toEqual(garbage);
      expect(textOf((await opened.prompt(bad, "say more")).updates)).toBe("more");
      opened.updates.length = 0;
      await opened.agent.request("session/load", { sessionId: bad, cwd: opened.cwd, mcpServers: [] });
      expect(textOf(opened.updates)).toBe("more");
    },
  );

  it("that is lost, or no file at all, is an error that says so, and the list works", async () => {
    await using folder = await createTempFolder();
    const { bad, good, path } = await twoSessions(folder);
    rmSync(path);
    mkdirSync(path);
    await using opened = await openAgent({ folder, capabilities: NOTICES });
    const { sessions } = await opened.agent.request("session/list", {});
    expect(sessions.map(({ sessionId }) => sessionId)).toContain(good);
    const place = { sessionId: bad, cwd: opened.cwd, mcpServers: [] };
    const error: unknown = await opened.agent.request("session/load", place).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ message: expect.not.stringMatching(/^Internal error$/) as string });
    rmSync(path, { recursive: true });
    await expect(opened.agent.request("session/load", place)).rejects.toMatchObject({ code: RESOURCE_NOT_FOUND });
    await opened.agent.request("session/load", { ...place, sessionId: good });
    expect(textOf(opened.updates)).toBe("other");
  });

  it("is found without the index, which is only a help", async () => {
    await using folder = await createTempFolder();
    const { bad, good } = await twoSessions(folder);
    const index = join(folder.file("home"), "agent", "sessions", "index.journal");
    writeFileSync(index, Buffer.alloc(300, 0xff));
    await using opened = await openAgent({ folder });
    const { sessions } = await opened.agent.request("session/list", { cwd: opened.cwd });
    expect(sessions.map(({ sessionId }) => sessionId).toSorted()).toEqual([bad, good].toSorted());
  });
});

describe("a folder that cannot be written", () => {
  it("keeps a first prompt from being acknowledged, and says why", async () => {
    await using opened = await openAgent();
    mkdirSync(join(opened.parleyHome, "agent"), { recursive: true });
    writeFileSync(folderOf(opened), "no folder");
    const sessionId = await opened.newSession();
    const error: unknown = await opened.prompt(sessionId, "say one").catch((reason: unknown) => reason);
    expect(error).toMatchObject({ data: { code: expect.any(String) as string } });
    expect((error as Error).message).toContain("session");
    rmSync(folderOf(opened));
    expect(textOf((await opened.prompt(sessionId, "say one")).updates)).toBe("one");
  });

  it("is reported once in a running session, and the conversation continues", async () => {
    await using opened = await openAgent({ capabilities: NOTICES });
    const sessionId = await opened.newSession();
    await opened.prompt(sessionId, "say one");
    const folder = folderOf(opened);
    renameSync(folder, `${folder}-elsewhere`);
    writeFileSync(folder, "no folder");
    expect(textOf((await opened.prompt(sessionId, "say two")).updates)).toBe("two");
    expect(textOf((await opened.prompt(sessionId, "say three")).updates)).toBe("three");
    expect(noticesOf(opened).filter((text) => text.includes("not being saved"))).toHaveLength(1);
    rmSync(folder);
    renameSync(`${folder}-elsewhere`, folder);
  });
});
