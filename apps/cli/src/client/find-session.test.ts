import type { SessionInfo } from "@parley/home/session-log";
import { expect, it } from "vitest";
import { findLatestIn } from "./find-session.ts";

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
