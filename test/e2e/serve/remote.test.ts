// Two clients of the built server, which is killed while a turn streams and started again.
import type { SessionEvent } from "@parley/acp";
import { connectServer, type Remote, type TrimmedEvents } from "@parley/remote";
import { createInbox, type Inbox } from "@parley/test-support";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openPlace } from "../run-parley.ts";
import { crash } from "./ended-servers.ts";
import { serve, type Served } from "./served.ts";

const text = (value: string): { readonly type: "text"; readonly text: string }[] => [{ type: "text", text: value }];

function follow(remote: Remote, sessionId: string): Inbox<SessionEvent> {
  const inbox = createInbox<SessionEvent>();
  remote.follow(sessionId, { after: 0 }, { events: (batch) => batch.forEach((event) => inbox.push(event)) });
  return inbox;
}

const says = (words: string) => (event: SessionEvent) =>
  event.type === "update" && JSON.stringify(event.update).includes(words);

it("lose and repeat nothing", { timeout: 180_000 }, async () => {
  await using place = await openPlace();
  let server: Served | undefined = await serve(place);
  const locate = (): Promise<{ url: string; token: string }> =>
    server === undefined ? Promise.reject(new Error("No server is running")) : Promise.resolve(server);
  await using first = connectServer({ locate }, { client: { name: "first" } });
  await using second = connectServer({ locate }, { client: { name: "second" } });
  const created = await first.call("session/new", { cwd: place.work, mcpServers: [] });
  const { sessionId } = created as { readonly sessionId: string };
  const readers = [follow(first, sessionId), follow(second, sessionId)];

  const streaming = "say begun\n" + "stream 50 20\nwait 50\n".repeat(40) + "say finished";
  const { turnId } = await first.prompt(sessionId, text(streaming));
  await Promise.all(readers.map((reader) => reader.find("the first words", says("begun"))));
  const killed = server;
  server = undefined;
  await crash(killed);
  // The message stays with its sender until there is a server again, and is executed once.
  const later = second.prompt(sessionId, text("say from the next server"));

  await using restarted = await serve(place);
  server = restarted;
  expect(await first.turnEnded(turnId)).toMatchObject({ id: turnId, sessionId });
  const { lastSeq = 0 } = await second.turnEnded((await later).turnId);
  for (const reader of readers) {
    await reader.find("the end of the second turn", ({ seq }) => seq === lastSeq);
    const seqs = reader.items.map(({ seq }) => seq).slice(0, lastSeq);
    expect(seqs).toEqual(Array.from({ length: lastSeq }, (_, at) => at + 1));
    const prompts = reader.items.filter(({ type }) => type === "prompt");
    expect(prompts).toMatchObject([{ prompt: text(streaming) }, { prompt: text("say from the next server") }]);
  }
  expect(readers[0]?.items.slice(0, lastSeq)).toEqual(readers[1]?.items.slice(0, lastSeq));
});

it("start over when the store was restored from a copy and continued", { timeout: 180_000 }, async () => {
  await using place = await openPlace();
  const [store, copy] = [join(place.home, "parley.db"), join(place.home, "copy.db")];
  let address: { url: string; token: string } | undefined;
  const locate = (): Promise<{ url: string; token: string }> =>
    address === undefined ? Promise.reject(new Error("No server is running")) : Promise.resolve(address);
  await using remote = connectServer({ locate });
  const start = async (): Promise<Served> => {
    const server = await serve(place);
    address = server;
    return server;
  };
  const stop = async (server: Served): Promise<void> => {
    address = undefined;
    await server.end();
  };

  const first = await start();
  const { id } = await remote.request("sessions/create", { agent: "script", working_dir: place.work });
  const prompt = async (words: string): Promise<void> =>
    void (await remote.turnEnded((await remote.prompt(id, text(words))).turnId));
  const events = createInbox<SessionEvent>();
  const trims = createInbox<TrimmedEvents>();
  remote.follow(
    id,
    { after: 0 },
    { events: (batch) => batch.forEach((event) => events.push(event)), trimmed: (trim) => trims.push(trim) },
  );
  await prompt("say one");
  await stop(first);
  await copyFile(store, copy);
  const second = await start();
  await prompt("say two");
  await stop(second);
  const { seq: before = 0 } = events.items.at(-1) ?? {};

  await copyFile(copy, store);
  await using third = await serve(place);
  const headers = { authorization: `Bearer ${third.token}`, "content-type": "application/json" };
  const body = JSON.stringify({ session_id: id, user_message: "stream 30 10\nsay three" });
  await (await fetch(`${third.url}/reply`, { method: "POST", headers, body })).text();
  address = third;
  expect(await trims.find("the report that the log is another one", () => true)).toEqual({ after: before, next: 1 });
  await events.find("the words of the restored session", says("three"));
  const again = events.items.slice(before).map(({ seq }) => seq);
  expect(again.length).toBeGreaterThan(before);
  expect(again).toEqual(again.map((_, at) => at + 1));
});
