// More sessions of our own agent than one process of it takes, through the real server.
import { describe, expect, it } from "vitest";
import { openPlace } from "../run-parley.ts";
import { run, textOf } from "./rest.ts";
import { serve } from "./served.ts";

/** One process takes 64. */
const SESSIONS = 84;
const TOGETHER = 12;

describe("more sessions than a process of the built-in agent holds", { timeout: 240_000 }, () => {
  it("replace idle ones without losing anything, and get another process while all are busy", async () => {
    await using place = await openPlace();
    await using server = await serve(place, [], { env: { PARLEY_MODEL: "offline/script" } });
    const ids: string[] = [];
    // Most of them are idle when the next ones come.
    for (let first = 0; first < SESSIONS; first += TOGETHER) {
      const numbers = Array.from({ length: TOGETHER }, (_, index) => first + index);
      const runs = await Promise.all(
        numbers.map((number) => run(server, `say Number ${number}`, { agent: "backend" })),
      );
      for (const one of runs) expect(one).toMatchObject({ status: "completed" });
      ids.push(...runs.map(({ session_id }) => session_id));
    }
    const again = await Promise.all(
      ids.map((id, index) => run(server, `wait 200\nsay Again ${index}`, { agent: "backend", sessionId: id })),
    );
    expect(again.map((one) => [one.status, textOf(one)])).toEqual(
      ids.map((_, index) => ["completed", expect.stringContaining(`Again ${index}`) as string]),
    );
    // The agent brought back what it had closed.
    for (const id of ids.slice(0, 3)) {
      const { stdout } = await place.run(["sessions", "export", id, "--format", "ndjson"]);
      expect(stdout).toContain('"type":"agent_restarted"');
      expect(stdout).not.toContain('"history":"lost"');
    }
  });
});
