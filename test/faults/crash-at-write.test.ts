// The server, its agent and `parley run`, killed at some of their writes; `npm run faults` tries every one of them.
import { expect, it } from "vitest";
import { crashAgent, crashRun } from "./crashing-processes.ts";
import { crashServer } from "./crashing-turn.ts";

/** The token, the store's tables, server.json, a session, a turn, its question, the answer, the file, the end of the turn. */
const SERVER_WRITES = [3, 30, 56, 77, 100, 114, 122, 134, 136, 161];
const TORN = new Set([3, 134]);

it.concurrent.for(SERVER_WRITES)(
  "a server that is killed at write %i loses nothing that it reported",
  { timeout: 180_000 },
  async (at) => {
    const { broken, isKilled } = await crashServer({ role: "serve", at, isTorn: TORN.has(at) });
    expect([broken, isKilled]).toEqual([[], true]);
  },
);

it.concurrent.for([2, 6])(
  "an agent that is killed at its write %i costs its turn alone",
  { timeout: 180_000 },
  async (at) => {
    expect((await crashAgent({ role: "agent", at, isTorn: true })).broken).toEqual([]);
  },
);

it.concurrent.for([8, 20])(
  "a run that is killed at its write %i leaves sessions that can be continued",
  { timeout: 180_000 },
  async (at) => {
    const { broken, isKilled } = await crashRun({ role: "run", at, isTorn: true });
    expect([broken, isKilled]).toEqual([[], true]);
  },
);
