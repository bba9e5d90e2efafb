// Many sessions through the real server: those that nobody uses are not kept in memory, and are there when they are needed.
import { describe, expect, it } from "vitest";
import { openPlace } from "../run-parley.ts";
import { post, run, textOf } from "./rest.ts";
import { serve, type Served } from "./served.ts";

const SESSIONS = 1_200;
const AT_ONCE = 50;
/** As `LIVE_SESSIONS_MAX` of the hub. */
const IN_MEMORY_MAX = 500;
const WAIT = { timeout: 60_000, interval: 100 };

async function readInMemory(server: Served): Promise<number> {
  const text = await (await server.fetch("/metrics")).text();
  return Number(/^parley_sessions_in_memory (\d+)$/m.exec(text)?.[1]);
}

describe("idle sessions", { timeout: 240_000 }, () => {
  it("are removed from the server's memory and restored by their next prompt", async () => {
    await using place = await openPlace();
    const env = { PARLEY_MODEL: "offline/script", PARLEY_AGENT_IDLE_SECONDS: "1" };
    await using server = await serve(place, [], { env });
    const first = await run(server, "say before", { agent: "backend" });
    expect(first).toMatchObject({ status: "completed" });
    for (let made = 0; made < SESSIONS; made += AT_ONCE) {
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => post(server, "/sessions", {})));
      expect(answers.every(({ ok }) => ok)).toBe(true);
      expect(await readInMemory(server)).toBeLessThanOrEqual(IN_MEMORY_MAX);
    }
    await expect.poll(() => readInMemory(server), WAIT).toBe(0);
    const again = await run(server, "say after", { agent: "backend", sessionId: first.session_id });
    expect([again.status, textOf(again)]).toEqual(["completed", "after"]);
    const { stdout } = await place.run(["sessions", "export", first.session_id, "--format", "ndjson"]);
    expect(stdout).toContain('"history":"resumed"');
    await expect.poll(() => readInMemory(server), WAIT).toBe(0);
  });
});
