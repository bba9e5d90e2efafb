// A question that nobody answers in time: its turn fails on every protocol, and says why.
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openPlace } from "../run-parley.ts";
import { call, dialects, reaches, readLog } from "./dialects.ts";
import { serve } from "./served.ts";

const OVER = ["completed", "failed", "cancelled"];

describe("a question that is not answered in time", { timeout: 90_000 }, () => {
  it("fails its turn with the reason, on every protocol", async () => {
    await using place = await openPlace();
    await using server = await serve(place, ["--answer-timeout-seconds", "1"]);
    for (const dialect of dialects) {
      const file = `${dialect.name}.txt`;
      const begun = await dialect.begin(server, "backend", `write ${file} x\nsay after`, place.work);
      const turn = await reaches(server, begun.turnId, ...OVER);
      expect([dialect.name, turn.state, turn.error?.code]).toEqual([dialect.name, "failed", "question_expired"]);
      expect(turn.error?.message).toMatch(/^Not answered within 1 s: .*Send the prompt again/);
      expect(await dialect.state(server, begun)).toBe(dialect.words.failed);
      expect(existsSync(place.file(file))).toBe(false);
      const log = await readLog(server, begun.sessionId);
      expect(log.find(({ type }) => type === "permission_answered")).toMatchObject({ by: "timeout" });
      expect(log.findLast(({ type }) => type === "stop")).toMatchObject({ error: { code: "question_expired" } });
      const path = `/interactions?session_id=${begun.sessionId}`;
      expect(await call(server, "GET", path)).toMatchObject({ interactions: [{ state: "expired" }] });
    }
  });

  it("expires after a restart as well; an invalid timeout is refused with a remedy", async () => {
    await using place = await openPlace();
    const env = { PARLEY_ANSWER_TIMEOUT_SECONDS: "3" };
    const running = await place.run(["serve", "--port", "0", "--answer-timeout-seconds", "soon"]);
    expect(running).toMatchObject({ code: 2, stderr: expect.stringContaining("a whole number of seconds") });
    const first = await serve(place, [], { env });
    const [native] = dialects;
    const begun = await native!.begin(first, "backend", "write late.txt x", place.work);
    await reaches(first, begun.turnId, "awaiting", ...OVER);
    process.kill(first.pid, "SIGKILL");
    await first.running.ended;
    await using server = await serve(place, [], { env });
    const turn = await reaches(server, begun.turnId, ...OVER);
    expect(turn).toMatchObject({ state: "failed", error: { code: "question_expired" } });
    expect((await readLog(server, begun.sessionId)).at(-1)).toMatchObject({ type: "stop", error: turn.error });
    expect(existsSync(place.file("late.txt"))).toBe(false);
  });
});
