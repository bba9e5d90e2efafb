// What clients of the built server live through: it hangs, it restarts while a person answers, two answer at once, a session is gone.
import type { SessionEvent } from "@parley/acp";
import { connectServer, type FollowEnd, type Remote } from "@parley/remote";
import { createInbox, type Inbox } from "@parley/test-support";
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openPlace, type Place } from "../run-parley.ts";
import { crash } from "./ended-servers.ts";
import { serve, type Served } from "./served.ts";

const text = (value: string): { readonly type: "text"; readonly text: string }[] => [{ type: "text", text: value }];

async function create(remote: Remote, place: Place): Promise<string> {
  return (await remote.request("sessions/create", { agent: "backend", working_dir: place.work })).id;
}

function follow(remote: Remote, sessionId: string): Inbox<SessionEvent> {
  const events = createInbox<SessionEvent>();
  remote.follow(sessionId, { after: 0 }, { events: (batch) => batch.forEach((event) => events.push(event)) });
  return events;
}

async function askedIn(events: Inbox<SessionEvent>): Promise<string> {
  const asked = await events.find("a question", ({ type }) => type === "permission_asked");
  return asked.type === "permission_asked" ? asked.interactionId : "";
}

function reached(remote: Remote, kind: Remote["state"]["kind"]): Promise<void> {
  if (remote.state.kind === kind) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = remote.onState((state) => {
      if (state.kind !== kind) return;
      stop();
      resolve();
    });
  });
}

describe("a client of the built server", { timeout: 180_000 }, () => {
  it("learns that a server hangs, and continues when it responds again", async () => {
    await using place = await openPlace();
    await using server = await serve(place);
    await using remote = connectServer(server);
    const sessionId = await create(remote, place);
    const events = follow(remote, sessionId);
    process.kill(server.pid, "SIGSTOP");
    let prompted;
    try {
      await reached(remote, "reconnecting");
      prompted = remote.prompt(sessionId, text("say Awake again"));
    } finally {
      process.kill(server.pid, "SIGCONT");
    }
    expect(await remote.turnEnded((await prompted).turnId)).toMatchObject({ state: "completed" });
    expect(events.items.filter(({ type }) => type === "prompt")).toHaveLength(1);
  });

  it("answers while the server restarts: the answer counts, once", async () => {
    await using place = await openPlace();
    const first = await serve(place);
    let server: Served | undefined = first;
    const locate = (): Promise<Served> =>
      server === undefined ? Promise.reject(new Error("No server is running")) : Promise.resolve(server);
    await using remote = connectServer({ locate });
    const sessionId = await create(remote, place);
    const events = follow(remote, sessionId);
    const { turnId } = await remote.prompt(sessionId, text("write a.txt x"));
    const id = await askedIn(events);
    server = undefined;
    await crash(first);
    const params = { id, action: "allow_once" } as const;
    const answered = remote.request("interactions/answer", params, { isRepeatable: true });
    await using second = await serve(place);
    server = second;
    expect(await answered).toMatchObject({ id, state: "answered" });
    expect(await remote.turnEnded(turnId)).toMatchObject({ state: "completed" });
    expect(existsSync(place.file("a.txt"))).toBe(true);
  });

  it("answers at the same time as another one: the first counts, and the other is told", async () => {
    await using place = await openPlace();
    await using server = await serve(place);
    await using one = connectServer(server, { client: { name: "one" } });
    await using two = connectServer(server, { client: { name: "two" } });
    const sessionId = await create(one, place);
    const events = follow(one, sessionId);
    const { turnId } = await two.prompt(sessionId, text("write a.txt x"));
    const id = await askedIn(events);
    const answers = await Promise.allSettled([
      one.request("interactions/answer", { id, action: "allow_once" }),
      two.request("interactions/answer", { id, action: "deny_once" }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const refused = answers.find(({ status }) => status === "rejected");
    expect(refused).toMatchObject({ reason: { code: "interaction_over" } });
    await one.turnEnded(turnId);
    const decided = events.items.filter(({ type }) => type === "permission_answered");
    expect(decided).toHaveLength(1);
    expect(existsSync(place.file("a.txt"))).toBe(answers[0]?.status === "fulfilled");
  });

  it("follows a session that retention has deleted: it is told so, and the others continue", async () => {
    await using place = await openPlace();
    const first = await serve(place);
    let server: Served | undefined = first;
    const locate = (): Promise<Served> =>
      server === undefined ? Promise.reject(new Error("No server is running")) : Promise.resolve(server);
    await using remote = connectServer({ locate });
    const [old, kept] = [await create(remote, place), await create(remote, place)];
    const ends = createInbox<FollowEnd>();
    remote.follow(old, { after: 0 }, { events: () => undefined, ended: (end) => ends.push(end) });
    const events = follow(remote, kept);
    for (const id of [old, kept]) await remote.turnEnded((await remote.prompt(id, text("say one"))).turnId);
    server = undefined;
    await first.end();
    await using second = await serve(place, ["--sessions-max", "1"]);
    server = second;
    expect(["deleted", "not_found"]).toContain((await ends.find("the end of the old session", () => true)).reason);
    await remote.turnEnded((await remote.prompt(kept, text("say two"))).turnId);
    expect(events.items.filter(({ type }) => type === "prompt")).toHaveLength(2);
  });
});
