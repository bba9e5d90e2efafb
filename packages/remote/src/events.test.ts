// All changes, followed across restarts of the server.
import { createTempFolder } from "@parley/test-support";
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { expect, it } from "vitest";
import { connectServer } from "./connect-server.ts";
import type { ChangeEvent, EventsHandler, ResetEvent } from "./events/followed-events.ts";
import { reached } from "./testing/states.ts";

class Reader implements EventsHandler {
  readonly got: ChangeEvent[] = [];
  readonly resets: ResetEvent["reason"][] = [];
  #look: () => void = () => undefined;

  reset({ reason }: ResetEvent): void {
    this.resets.push(reason);
    this.#look();
  }

  events(batch: readonly ChangeEvent[]): void {
    this.got.push(...batch);
    this.#look();
  }

  /** What happened to a session. */
  of(sessionId: string): string[] {
    return this.got.flatMap((event) =>
      event.type === "session" && event.session_id === sessionId ? event.change : [],
    );
  }

  until(fits: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#look = () => {
        if (fits()) resolve();
      };
      this.#look();
    });
  }
}

it("delivers each change once to every reader, also after a restart on another port", async () => {
  await using folder = await createTempFolder();
  const start = (): Promise<TestServer> =>
    openTestServer({ storePath: folder.file("parley.db"), parleyHome: folder.file("home"), cwd: folder.path });
  let server: TestServer | undefined = await start();
  await using remote = connectServer({
    locate: () => (server === undefined ? Promise.reject(new Error("No server is running")) : Promise.resolve(server)),
  });
  const [one, other] = [new Reader(), new Reader()];
  const following = remote.events(one);
  await one.until(() => one.resets.length === 1);
  remote.events(other);
  await other.until(() => other.resets.length === 1);
  const { session_id: first } = await create(server);
  for (const reader of [one, other]) {
    await reader.until(() => reader.of(first).includes("deleted"));
    expect(reader.of(first)).toEqual(["created", "deleted"]);
  }
  await server[Symbol.asyncDispose]();
  server = undefined;
  await reached(remote, "server_gone");
  server = await start();
  for (const reader of [one, other]) {
    await reader.until(() => reader.resets.length === 2);
    expect(reader.resets).toEqual(["new", "restarted"]);
  }
  following.close();
  const { session_id: second } = await create(server);
  await other.until(() => other.of(second).includes("deleted"));
  expect(one.of(second)).toEqual([]);
  await remote.close();
  await server[Symbol.asyncDispose]();
});

async function create({ hub, folder }: TestServer): Promise<{ readonly session_id: string }> {
  const { id } = await hub.sessions.create({ agent: "script", cwd: folder });
  await hub.sessions.delete(id);
  return { session_id: id };
}
