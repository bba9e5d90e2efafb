// The operations of the built server through both of its doors: HTTP, and ACP with the typed client.
import { connectServer, type Remote } from "@parley/remote";
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPlace, type Place } from "../run-parley.ts";
import { serve, type Served } from "./served.ts";

const READER_KEY = "a-key-for-read-only-clients";
/** As long as a script may wait. */
const LONG_MS = 600_000;

describe("the operations of a server", { timeout: 90_000 }, () => {
  let [place, server, remote] = [{} as Place, {} as Served, {} as Remote];
  beforeAll(async () => {
    place = await openPlace();
    const hash = createHash("sha256").update(READER_KEY).digest("hex");
    const serverKeys = [{ name: "reader", hash, scopes: ["read"] }];
    await writeFile(join(place.home, "config.json"), JSON.stringify({ serverKeys }));
    server = await serve(place);
    remote = connectServer(server);
  });
  afterAll(async () => {
    await remote.close();
    await server.end();
    await place[Symbol.asyncDispose]();
  });

  const over = async (path: string, method = "GET"): Promise<unknown> => (await server.fetch(path, { method })).json();
  const createSession = (): Promise<{ readonly id: string }> =>
    remote.request("sessions/create", { agent: "backend", working_dir: place.work });

  it("reply the same over HTTP and ACP", async () => {
    const { id } = await createSession();
    const { turn_id: turn } = await remote.request("turns/start", { id, user_message: "say hello" });
    await remote.turnEnded(turn);
    expect(await remote.request("sessions/get", { id })).toEqual(await over(`/sessions/${id}`));
    expect(await remote.request("turns/list", { session_id: id })).toEqual(await over(`/turns?session_id=${id}`));
    expect(await remote.request("sessions/events", { id, limit: 5 })).toEqual(
      await over(`/sessions/${id}/events?limit=5`),
    );
  });

  it("cancel a turn by its id, through either door", async () => {
    const { id } = await createSession();
    const wait = { id, user_message: `wait ${LONG_MS}` };
    const first = await remote.request("turns/start", wait);
    await remote.request("turns/cancel", { id: first.turn_id });
    expect((await remote.turnEnded(first.turn_id)).state).toBe("cancelled");
    const second = await remote.request("turns/start", wait);
    expect(await over(`/turns/${second.turn_id}/cancel`, "POST")).toMatchObject({ id: second.turn_id });
    expect((await remote.turnEnded(second.turn_id)).state).toBe("cancelled");
  });

  it("list and answer a question", async () => {
    const { id } = await createSession();
    const { turn_id: turn } = await remote.request("turns/start", { id, user_message: "write asked.txt x" });
    const pending = async () =>
      (await remote.request("interactions/list", { session_id: id, state: "pending" })).interactions;
    await expect.poll(async () => (await pending()).length, { timeout: 30_000 }).toBe(1);
    const [question] = await pending();
    const answer = { id: question?.id ?? "", action: "deny_once" } as const;
    expect(await remote.request("interactions/answer", answer)).toMatchObject({ state: "answered" });
    await expect(remote.request("interactions/answer", answer)).rejects.toMatchObject({ code: "interaction_over" });
    expect((await remote.turnEnded(turn)).state).toBe("completed");
  });

  it("refuse a read-only key what changes something", async () => {
    await using reader = connectServer({ url: server.url, token: READER_KEY });
    const { sessions } = await reader.request("sessions/list", {});
    expect(sessions.length).toBeGreaterThan(0);
    const id = sessions[0]?.id ?? "";
    await expect(reader.request("sessions/delete", { id })).rejects.toMatchObject({ code: "forbidden" });
    const { status } = await fetch(`${server.url}/sessions/${id}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${READER_KEY}` },
    });
    expect(status).toBe(403);
  });
});
