import { createTempFolder } from "@parley/test-support";
import { openTestHub } from "@parley/test-support/hub";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { eventsOf, textOf, toPrompt } from "../testing/talk.ts";

describe("queued turns", () => {
  it("keep their text and their order when the server is restarted", async () => {
    await using folder = await createTempFolder();
    const options = { storePath: join(folder.path, "parley.db"), parleyHome: folder.path, cwd: folder.path };
    const order: string[] = [];
    let sessionId = "";
    let lastId = "";
    {
      await using place = await openTestHub(options);
      const { turns, sessions } = place.hub;
      ({ id: sessionId } = await sessions.create({ agent: "script" }));
      await turns.start({ sessionId, prompt: toPrompt("wait 600000") });
      const start = async (text: string) => (await turns.start({ sessionId, prompt: toPrompt(text) })).id;
      const [one, two, three] = [await start("say one"), await start("say two"), await start("say three")];
      await turns.changeQueued(three, { place: 0 });
      await turns.changeQueued(two, { text: "say TWO" });
      lastId = await start("say four");
      order.push(three, one, two, lastId);
      expect((await turns.queue(sessionId)).queued.map(({ id }) => id)).toEqual(order);
    }
    await using again = await openTestHub(options);
    await again.hub.turns.ended(lastId);
    expect(textOf(await eventsOf(again.hub, sessionId))).toMatch(/threeoneTWOfour$/);
    await expect(again.hub.turns.changeQueued(lastId, { place: 0 })).rejects.toMatchObject({ code: "turn_state" });
  });
});
