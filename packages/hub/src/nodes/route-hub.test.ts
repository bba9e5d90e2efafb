import { silentLog, systemClock } from "@parley/base";
import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { isOver } from "../api/turns.ts";
import { openSqliteStore } from "../store/sqlite/open-sqlite-store.ts";
import { toSession, toTurn } from "../store/testing/rows.ts";
import { TurnTable } from "../turns/turn-table.ts";
import { HubRouter, type RoutedParts, type RouteOptions } from "./route-hub.ts";

it("waits for the end of a turn that this server has taken over, and has not recovered yet", async () => {
  await using store = await openSqliteStore({ path: ":memory:" });
  await store.insertSession(toSession());
  await store.insertTurn(toTurn({ state: "in_progress" }));
  const table = new TurnTable(store, silentLog);
  const turns = {
    get: (id: string) => table.get(id),
    ended: (id: string) => table.reaches(id, isOver),
    onChange: (listener: Parameters<TurnTable["onChange"]>[0]) => table.onChange(listener),
  };
  const parts = ["sessions", "interactions", "fileChanges", "rewind", "files", "terminals", "worktrees", "views"];
  const local = { ...Object.fromEntries(parts.map((name) => [name, {}])), turns } as unknown as RoutedParts;
  const live = { isOwned: () => true, find: () => undefined } as unknown as RouteOptions["live"];
  const isOpen = (id: string): boolean => table.find(id) !== undefined;
  const watch = { latest: () => undefined, read: () => undefined } as unknown as RouteOptions["watch"];
  const [places, show] = [{} as RouteOptions["places"], (): never => expect.fail("No session is read")];
  const peers = { call: (): never => expect.fail("No server is called") };
  const router = new HubRouter(local, { store, live, places, peers, isOpen, watch, show, clock: systemClock });
  const ended = router.route().turns.ended("t1");
  // It reads the turn meanwhile.
  await setImmediate();
  await store.updateTurn("t1", { state: "failed", finishedAtMs: 9 });
  expect(await ended).toMatchObject({ state: "failed" });
});
