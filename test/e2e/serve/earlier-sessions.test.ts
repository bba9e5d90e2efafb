// Sessions that an earlier version kept in files: they are imported when a hub opens the store, also after a kill.
import { createEventSequence, formatSessionEvent } from "@parley/acp";
import { createFileSessionStore } from "@parley/home/session-log";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openPlace, type Place } from "../run-parley.ts";
import { serve } from "./served.ts";

/** Enough that no machine imports them between two looks at the folder. */
const SESSIONS = 300;

async function writeEarlier(place: Place, ids: readonly string[]): Promise<void> {
  const files = createFileSessionStore({ folder: join(place.home, "sessions") });
  for (const id of ids) {
    const log = await files.create({ id, agent: { name: "script" }, cwd: place.work });
    const event = createEventSequence(id).next({ type: "prompt", prompt: [{ type: "text", text: `say ${id}` }] });
    log.append(event, formatSessionEvent(event));
    await log.close();
  }
}

async function list(place: Place): Promise<readonly string[]> {
  const { stdout } = await place.run(["sessions", "list", "--json", "--limit", String(2 * SESSIONS)]);
  const { sessions } = JSON.parse(stdout) as { readonly sessions: readonly { readonly id: string }[] };
  return sessions.map(({ id }) => id).toSorted();
}

it("a run continues a session of an earlier version, by its id and as the latest of its folder", async () => {
  await using place = await openPlace();
  await writeEarlier(place, ["older", "newer"]);
  const again = await place.run(["run", "--session", "older", "say Found"]);
  expect(again).toMatchObject({ code: 0, stdout: "Found\n" });
  expect((await place.run(["sessions", "show", "older"])).stdout).toMatch(/say older[^]*say Found/);
  expect(await place.run(["run", "--continue", "say Latest"])).toMatchObject({ code: 0, stdout: "Latest\n" });
  expect(await list(place)).toEqual(["newer", "older"]);
  expect(existsSync(join(place.home, "sessions"))).toBe(false);
});

it("an import that is killed continues with the next start; nothing is lost or there twice", async () => {
  await using place = await openPlace();
  const ids = Array.from({ length: SESSIONS }, (_, at) => `earlier-${String(at).padStart(4, "0")}`);
  await writeEarlier(place, ids);
  const folder = join(place.home, "sessions");
  const countMoved = (): number => (existsSync(`${folder}.imported`) ? readdirSync(`${folder}.imported`).length : 0);
  const killed = place.start(["serve", "--port", "0", "--no-feed"]);
  await expect.poll(countMoved, { interval: 1, timeout: 60_000 }).toBeGreaterThan(10);
  killed.child.kill("SIGKILL");
  await killed.ended;
  expect(countMoved()).toBeLessThan(SESSIONS);
  expect(await list(place)).toEqual(ids);
  await using server = await serve(place);
  // The latest are imported first, before the server is ready.
  expect((await server.fetch(`/sessions/${ids.at(-1) ?? ""}`)).status).toBe(200);
  // One that is asked for by its id does not wait for its turn.
  expect((await server.fetch(`/sessions/${ids[0] ?? ""}`)).status).toBe(200);
  expect((await server.fetch("/sessions/earlier-none")).status).toBe(404);
  const left = (): readonly string[] => (existsSync(folder) ? readdirSync(folder) : []);
  await expect.poll(left, { timeout: 200_000 }).toEqual([]);
  expect(await list(place)).toEqual(ids);
}, 300_000);
