// What a running server keeps and takes: answers for good, tokens from the environment; and what a start that fails prints.
import { createServer, type AddressInfo } from "node:net";
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPlace, type Place } from "../run-parley.ts";
import { serve, type Served } from "./served.ts";

const READER_KEY = "a-key-for-those-who-look";

describe("this home's server", { timeout: 90_000 }, () => {
  let place: Place;
  let server: Served;
  beforeAll(async () => {
    place = await openPlace();
    const hash = createHash("sha256").update(READER_KEY).digest("hex");
    const serverKeys = [{ name: "reader", hash, scopes: ["read"] }];
    await writeFile(join(place.home, "config.json"), JSON.stringify({ serverKeys }));
    server = await serve(place);
  });
  afterAll(async () => {
    await server.end();
    await place[Symbol.asyncDispose]();
  });

  const post = async (path: string, body: unknown): Promise<Response> =>
    fetch(`${server.url}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${server.token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });

  /** Begins a turn and gives its first open question. */
  async function ask(command: string): Promise<{ readonly id: string; readonly turnId: string }> {
    const made = (await (await post("/sessions", { agent: "backend", working_dir: place.work })).json()) as {
      id: string;
    };
    const prompt = { user_message: `run ${command}` };
    const begun = (await (await post(`/sessions/${made.id}/reply`, prompt)).json()) as { turn_id: string };
    for (;;) {
      const path = `/interactions?state=pending&session_id=${made.id}`;
      const { interactions } = (await (await server.fetch(path)).json()) as { interactions: readonly { id: string }[] };
      const [first] = interactions;
      if (first !== undefined) return { id: first.id, turnId: begun.turn_id };
    }
  }

  async function ended(turnId: string): Promise<string> {
    for (;;) {
      const { state } = (await (await server.fetch(`/turns/${turnId}`)).json()) as { readonly state: string };
      if (["completed", "failed", "cancelled"].includes(state)) return state;
    }
  }

  it("stores always_allow in the home's rules, for every session", async () => {
    const { id, turnId } = await ask("touch allowed-for-good");
    const answered = await post("/action-required/tool-confirmation", { id, action: "always_allow" });
    expect(answered.status).toBe(200);
    expect(await ended(turnId)).toBe("completed");
    const { stdout } = await place.run(["rules", "list"]);
    expect(stdout).toContain("touch allowed-for-good");
    // Another session, another surface: nobody is asked again.
    const again = await place.run(["run", "--agent", "backend", "run touch allowed-for-good"]);
    expect(again).toMatchObject({ code: 0 });
  });

  it("accepts PARLEY_TOKEN for its own server", async () => {
    const wrong = await place.run(["sessions", "list"], { env: { PARLEY_TOKEN: "wrong" } });
    expect([wrong.code, wrong.stderr]).toEqual([4, expect.stringContaining("PARLEY_TOKEN") as string]);
    const right = await place.run(["sessions", "list"], { env: { PARLEY_TOKEN: READER_KEY } });
    expect(right).toMatchObject({ code: 0, stderr: "" });
  });
});

it("reports only that the port is in use", { timeout: 90_000 }, async () => {
  await using place = await openPlace();
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as AddressInfo;
  const { code, stderr } = await place.run(["serve", "--port", String(port), "--no-feed"]);
  other.close();
  expect(code).toBe(2);
  expect(stderr).toContain(`Port ${port} is in use`);
  expect(stderr).not.toMatch(/closed|error/);
});
