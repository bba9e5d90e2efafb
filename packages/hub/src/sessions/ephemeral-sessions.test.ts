// Sessions that are not kept, in a hub with a real store.
import { openTestHub } from "@parley/test-support/hub";
import { createTempFolder } from "@parley/test-support";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Subscriber } from "../api/log.ts";
import { EPHEMERAL_MS } from "../live-limits.ts";
import type { HubSessions } from "./create-sessions.ts";

const follower: Subscriber = { take: () => true, ended: () => undefined } as unknown as Subscriber;

it("are deleted once nothing has followed them for a while, also by the next process", async () => {
  await using folder = await createTempFolder();
  const storePath = join(folder.path, "parley.db");
  let nowMs = Date.now();
  const clock = { now: () => nowMs };
  let later = "";
  {
    await using place = await openTestHub({ storePath, clock });
    const sessions = place.hub.sessions as HubSessions;
    const kept = await sessions.create({});
    const { id } = await sessions.create({ isEphemeral: true });
    const following = await sessions.subscribe(id, follower);
    nowMs += EPHEMERAL_MS * 2;
    await sessions.ephemeral.check();
    expect((await sessions.get(id)).id, "it is followed").toBe(id);
    following.close();
    nowMs += EPHEMERAL_MS / 2;
    await sessions.ephemeral.check();
    expect((await sessions.get(id)).id, "a window may be back soon").toBe(id);
    nowMs += EPHEMERAL_MS;
    await sessions.ephemeral.check();
    await expect(sessions.get(id)).rejects.toMatchObject({ code: "session_not_found" });
    expect((await sessions.get(kept.id)).id).toBe(kept.id);
    later = (await sessions.create({ isEphemeral: true })).id;
  }
  await using place = await openTestHub({ storePath, clock });
  const sessions = place.hub.sessions as HubSessions;
  expect((await sessions.get(later)).id).toBe(later);
  nowMs += EPHEMERAL_MS;
  await sessions.ephemeral.check();
  await expect(sessions.get(later)).rejects.toMatchObject({ code: "session_not_found" });
});
