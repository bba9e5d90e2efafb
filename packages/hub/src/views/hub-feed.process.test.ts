import { FeedMirror, type MirroredSession } from "@parley/observe";
import { connectToFeed, readToken } from "@parley/observe/feed";
import { createTempFolder } from "@parley/test-support";
import { openTestHub } from "@parley/test-support/hub";
import { describe, expect, it } from "vitest";
import { say } from "../testing/talk.ts";
import { openHubFeed } from "./hub-feed.ts";

interface TestReader extends Disposable {
  readonly picture: FeedMirror;
  /** Resolves with the session once it fits. */
  until(sessionId: string, fits: (session: MirroredSession) => boolean): Promise<MirroredSession>;
}

function readFeed(home: string, port: number): TestReader {
  const picture = new FeedMirror();
  const checks = new Set<() => void>();
  const reader = connectToFeed(
    { host: "127.0.0.1", port },
    {
      token: () => readToken(home),
      onMessage: (message) => {
        picture.apply(message);
        for (const check of checks) check();
      },
    },
  );
  return {
    picture,
    until: (sessionId, fits) =>
      new Promise((resolve) => {
        const check = (): void => {
          const found = picture.sessions.find((session) => session.sessionId === sessionId && fits(session));
          if (found !== undefined) resolve(found);
        };
        checks.add(check);
        check();
      }),
    [Symbol.dispose]: () => reader.close(),
  };
}

describe("the feed of a hub", () => {
  it("shows its sessions under their own ids as they change, until they are deleted", async () => {
    await using home = await createTempFolder();
    await using place = await openTestHub({ level: "bypass" });
    const { hub } = place;
    await using feed = await openHubFeed({ hub, parleyHome: home.path, port: 0 });
    expect(feed.role).toBe("serving");
    const { id } = await hub.sessions.create({ agent: "script", title: "On the feed" });
    await say(hub, id, "write early.txt x");
    using reader = readFeed(home.path, feed.address.port);
    const first = await reader.until(id, ({ files }) => files.has("early.txt"));
    expect(first).toMatchObject({ agentId: "script", title: "On the feed", cwd: place.folder });
    await say(hub, id, "write late.txt x\nusage 7 70");
    const then = await reader.until(id, ({ files, usage, turn }) => files.has("late.txt") && !!usage && turn === 2);
    expect(then.usage).toMatchObject({ used: 7, size: 70 });
    expect(then.files.get("late.txt")).toMatchObject({ heat: 1, lastAction: "write" });
    await hub.sessions.delete(id);
    await reader.until(id, ({ isOver }) => isOver);
  });

  it("is joined if another process serves it, and taken over when that one exits", async () => {
    await using home = await createTempFolder();
    await using one = await openTestHub();
    await using other = await openTestHub();
    const first = await openHubFeed({ hub: one.hub, parleyHome: home.path, port: 0 });
    const { port } = first.address;
    await using second = await openHubFeed({ hub: other.hub, parleyHome: home.path, port });
    expect([first.role, second.role]).toEqual(["serving", "joined"]);
    const { id } = await other.hub.sessions.create({ agent: "script" });
    await say(other.hub, id, "say hello");
    using reader = readFeed(home.path, port);
    await reader.until(id, ({ turn }) => turn === 1);
    await first.close();
    await say(other.hub, id, "say again");
    await reader.until(id, ({ turn, isOver }) => turn === 2 && !isOver);
    expect(second.role).toBe("serving");
  });
});
