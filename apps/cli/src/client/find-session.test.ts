import type { SessionInfo } from "@parley/home/session-log";
import { expect, it } from "vitest";
import { findByFlags, findLatestIn, type NamedSession } from "./find-session.ts";

const info = (id: string, turns: number, name?: string): SessionInfo => ({
  id,
  title: id,
  agent: { name: "script" },
  cwd: "/work",
  createdAtMs: 0,
  updatedAtMs: 0,
  turns,
  ...(name !== undefined && { name }),
});

const latestOf = async (...sessions: readonly SessionInfo[]): Promise<string> =>
  (await findLatestIn({ list: () => Promise.resolve(sessions) }, "/work")).id;

it("continues the latest session in which something was said", async () => {
  expect(await latestOf(info("empty", 0), info("also empty", 0), info("said", 2), info("older", 9))).toBe("said");
  expect(await latestOf(info("named", 0, "parser"), info("said", 2))).toBe("named");
  expect(await latestOf(info("empty", 0), info("also empty", 0))).toBe("empty");
  await expect(latestOf()).rejects.toThrow("No session to continue in /work");
});

it("resumes a listed session by its id, and otherwise one of the agent's own", async () => {
  const source = {
    find: (id: string) => Promise.resolve(id === "listed" ? info("listed", 1) : undefined),
    list: () => Promise.resolve([]),
    openOwn: (id: string) => Promise.resolve(info(`own ${id}`, 1)),
  };
  const none = { session: undefined, continue: false, name: undefined, agent: undefined, command: undefined };
  const resumed = async (resume: string, more: Partial<NamedSession> = {}): Promise<string | undefined> =>
    (await findByFlags({ ...none, resume, ...more }, "/work", source))?.id;
  expect(await resumed("listed")).toBe("listed");
  expect(await resumed("theirs")).toBe("own theirs");
  expect(await resumed("listed", { agent: "goose" })).toBe("own listed");
});
