import {
  bundleProgram,
  createInbox,
  createTempFolder,
  startProgram,
  type Inbox,
  type TempFolder,
} from "@parley/test-support";
import { once } from "node:events";
import { readFile, stat } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { connectToFeed, type FeedReader } from "./connect-to-feed.ts";
import { FeedMirror } from "./feed-mirror.ts";
import { openFeed } from "./open-feed.ts";
import { FakeWatchState } from "./testing/fake-watch-state.ts";
import { openRawReader } from "./testing/raw-reader.ts";
import { startPublisher } from "./testing/start-publisher.ts";
import { readToken, tokenPath } from "./token.ts";

interface Watcher extends Disposable {
  readonly mirror: FeedMirror;
  /** What is known, each time that it changed. */
  readonly views: Inbox<string>;
  sees(view: string, count?: number): Promise<unknown>;
}

function watch(home: TempFolder, port: number): Watcher {
  const mirror = new FeedMirror();
  const views = createInbox<string>();
  const reader: FeedReader = connectToFeed(
    { host: "127.0.0.1", port },
    {
      token: () => readToken(home.path),
      onMessage: (message) => {
        if (mirror.apply(message)) views.push(describeView(mirror));
      },
      onState: ({ type }) => {
        if (type === "connected") mirror.reconnected();
      },
    },
  );
  return {
    mirror,
    views,
    sees: (view, count) => views.find(view, (each) => each === view, count),
    [Symbol.dispose]: () => reader.close(),
  };
}

function describeView({ sessions }: FeedMirror): string {
  return sessions
    .map(({ agentId, files, isOver }) => `${agentId}:${files.size}${isOver ? " over" : ""}`)
    .toSorted()
    .join(", ");
}

describe("a shared feed", () => {
  it("shows the sessions of all processes on one port", async () => {
    await using home = await createTempFolder();
    await using one = await startPublisher(home.path, 0, "one");
    const port = await one.becomes("serving");
    await using two = await startPublisher(home.path, port, "two");
    await two.becomes("joined");
    await using three = await startPublisher(home.path, port, "three");
    await three.becomes("joined");
    using watcher = watch(home, port);
    await watcher.sees("one:1, three:1, two:1");
    two.touch();
    await watcher.sees("one:1, three:1, two:2");
    one.touch();
    await watcher.sees("one:2, three:1, two:2");
    expect(watcher.mirror.sessions.map(({ title = "" }) => title).toSorted()).toEqual([
      "Work of one",
      "Work of three",
      "Work of two",
    ]);
    // A reader of the plain format sees them all too.
    const raw = await openRawReader({ host: "127.0.0.1", port });
    await raw.find("snapshot", 3);
    raw.socket.destroy();
    // One that ends takes its session along.
    two.program.stdin.end();
    await two.program.exited;
    await watcher.sees("one:2, three:1, two:2 over");
  });

  it("is taken over when the process that serves is killed, and nothing of the others is lost", async () => {
    await using home = await createTempFolder();
    await using one = await startPublisher(home.path, 0, "one");
    const port = await one.becomes("serving");
    await using two = await startPublisher(home.path, port, "two");
    await using three = await startPublisher(home.path, port, "three");
    await Promise.all([two.becomes("joined"), three.becomes("joined")]);
    using watcher = watch(home, port);
    await watcher.sees("one:1, three:1, two:1");
    await one.kill();
    // One of the two serves now, the other has joined it; neither knows beforehand which.
    const next = await Promise.race([
      two.becomes("serving").then(() => two),
      three.becomes("serving").then(() => three),
    ]);
    const other = next === two ? three : two;
    await other.becomes("joined", 2);
    await watcher.sees("one:1 over, three:1, two:1");
    other.touch();
    await watcher.views.find("the touch", (view) => view.includes(":2"));
    // And once more, until there is one left.
    await next.kill();
    await other.becomes("serving");
    other.touch();
    expect(await watcher.views.find("the second touch", (view) => view.includes(":3"))).toContain("over");
  });

  it("forgets what a killed publisher showed, after a moment", async () => {
    await using home = await createTempFolder();
    await using feed = await openFeed({ home: home.path, port: 0, limits: { publisherGraceMs: 50 } });
    await using child = await startPublisher(home.path, feed.address.port, "child");
    await child.becomes("joined");
    using watcher = watch(home, feed.address.port);
    await watcher.sees("child:1");
    await child.kill();
    await watcher.sees("child:1 over");
    expect(watcher.mirror.sessions.map(({ isOver }) => isOver)).toEqual([true]);
  });

  it("merges what two processes see of one session", async () => {
    await using home = await createTempFolder();
    await using one = await openFeed({ home: home.path, port: 0 });
    await using two = await openFeed({ home: home.path, port: one.address.port });
    expect([one.role, two.role]).toEqual(["serving", "joined"]);
    const [left, right] = [new FakeWatchState("same"), new FakeWatchState("same")];
    left.touch("s", "both", "read", { heat: 0.2, inContext: true, atMs: 1, reads: 3 });
    left.touch("s", "left", "read");
    right.touch("s", "both", "write", { heat: 0.9, inContext: false, atMs: 2, reads: 1, writes: 1 });
    one.publish(left);
    two.publish(right);
    using watcher = watch(home, one.address.port);
    await watcher.sees("same:2");
    const file = (): unknown => watcher.mirror.sessions[0]?.files.get("both");
    await watcher.views.find("both", () => (file() as { reads: number }).reads === 4);
    expect(file()).toMatchObject({ heat: 0.9, inContext: true, lastAction: "write", atMs: 2, reads: 4, writes: 1 });
    await two.close();
    await watcher.views.find("what is left", () => (file() as { reads: number }).reads === 3);
    expect(file()).toMatchObject({ heat: 0.2, lastAction: "read" });
  });

  it("never sends its token or any events to a stranger on the port", async () => {
    await using home = await createTempFolder();
    const received: string[] = [];
    const stranger = createServer((socket) => {
      socket
        .on("error", () => undefined)
        .on("data", (bytes) => {
          received.push(bytes.toString());
          socket.write(`{"type":"challenge","nonce":"${"0".repeat(64)}","proof":"${"0".repeat(64)}"}\n`);
        });
    });
    await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve));
    const { port } = stranger.address() as AddressInfo;
    const failure = openFeed({ home: home.path, port });
    await expect(failure).rejects.toMatchObject({
      code: "connection_failed",
      remedy: { label: "Use a free port with --feed-port 0" },
    });
    const token = (await readFile(tokenPath(home.path), "utf8")).trim();
    expect(received).toHaveLength(1);
    expect(received.join("")).not.toContain(token);
    await new Promise((resolve) => stranger.close(resolve));
  });

  it("is not waited for longer than somebody wants to", async () => {
    await using home = await createTempFolder();
    // Takes connections and says nothing.
    const mute = createServer((socket) => socket.on("error", () => undefined).resume());
    await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve));
    const { port } = mute.address() as AddressInfo;
    const gone = new Promise((resolve) => mute.once("connection", (socket) => socket.once("close", resolve)));
    const controller = new AbortController();
    mute.once("connection", () => controller.abort());
    await expect(openFeed({ home: home.path, port, signal: controller.signal })).rejects.toMatchObject({
      code: "request_cancelled",
    });
    await gone;
    await new Promise((resolve) => mute.close(resolve));
  });

  it("is not joined by those with another token", async () => {
    await using home = await createTempFolder();
    await using elsewhere = await createTempFolder();
    await using feed = await openFeed({ home: home.path, port: 0 });
    await expect(openFeed({ home: elsewhere.path, port: feed.address.port })).rejects.toMatchObject({
      code: "connection_failed",
    });
  });

  it("has a token that only its user can read", async () => {
    await using home = await createTempFolder();
    await using feed = await openFeed({ home: home.file("new"), port: 0 });
    await using joined = await openFeed({ home: home.file("new"), port: feed.address.port });
    expect([feed.role, joined.role]).toEqual(["serving", "joined"]);
    const path = tokenPath(home.file("new"));
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readFile(path, "utf8")).toMatch(/^[\da-f]{64}\n$/);
  });

  it("can be looked at without an agent: lively sessions play on it", async () => {
    const main = await bundleProgram(new URL("./testing/play-feed.main.ts", import.meta.url));
    await using home = await createTempFolder();
    await using player = startProgram(main, { args: ["0", "2"], env: { PARLEY_HOME: home.path } });
    const [said] = (await once(player.stdout, "data")) as [Buffer];
    using watcher = watch(home, Number(/:(\d+)/.exec(said.toString())?.[1]));
    const isLively = (): boolean =>
      watcher.mirror.sessions.filter(({ toolCalls }) => toolCalls.length > 0).length === 2;
    await watcher.views.find("tool calls in both", isLively);
    expect(watcher.mirror.sessions.map(({ agentId }) => agentId).toSorted()).toEqual(["claude-code", "goose"]);
    process.kill(player.pid, "SIGINT");
    expect((await player.exited).code).toBe(0);
  });

  it("goes on when a state throws", async () => {
    await using home = await createTempFolder();
    await using feed = await openFeed({ home: home.path, port: 0 });
    const broken = new FakeWatchState("broken");
    broken.tick = () => {
      throw new Error("no");
    };
    const sound = new FakeWatchState("sound");
    feed.publish(broken);
    feed.publish(sound);
    sound.touch("s", "a", "read");
    using watcher = watch(home, feed.address.port);
    await watcher.sees("sound:1");
    expect(watcher.mirror.sessions).toHaveLength(1);
  });
});
