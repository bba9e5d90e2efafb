// Whatever is asked of an agent, in whatever order, and however often it is killed meanwhile: it ends up where it was told to.
import { ParleyError } from "@parley/base";
import * as fc from "fast-check";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { text } from "../testing/events.ts";
import type { TestAgent } from "../testing/test-agent.ts";
import { useAgents } from "../testing/use-agents.ts";

const agents = useAgents();
const CWD = process.cwd();

/** Each may fail, but only with an error that says why. */
const acts = {
  start: ({ agent }: TestAgent) => agent.start(),
  stop: ({ agent }: TestAgent) => agent.stop(),
  restart: ({ agent }: TestAgent) => agent.restart(),
  session: async ({ agent }: TestAgent) => {
    const session = await agent.newSession({ cwd: CWD });
    return session.prompt(text("stream 50 20\nwait 5\nsay done"));
  },
  kill: async ({ agent: { state } }: TestAgent) => {
    if (state.state !== "running") return;
    try {
      process.kill(state.pid, "SIGKILL");
    } catch {
      // It was killed a moment ago, and nobody has noticed yet.
    }
  },
} as const;
type Act = keyof typeof acts;

const steps = fc.array(
  fc.record({
    act: fc.constantFrom(...(Object.keys(acts) as Act[])),
    /** What follows comes this much later, or when it is done. */
    after: fc.oneof(fc.constant("done" as const), fc.integer({ min: 0, max: 60 })),
  }),
  { minLength: 3, maxLength: 9 },
);

it("is stopped when it is closed, and nothing is left of it", { timeout: 120_000 }, async () => {
  const run = async (plan: readonly { act: Act; after: "done" | number }[]): Promise<void> => {
    await using test = agents.create(agents.scripted(), { limits: { restartDelaysMs: [5, 10, 20] } });
    const failures: unknown[] = [];
    const all: Promise<unknown>[] = [];
    for (const { act, after } of plan) {
      const done = acts[act](test).catch((error: unknown) => failures.push(error));
      all.push(done);
      await (after === "done" ? done : pause(after));
    }
    await Promise.all(all);
    expect(failures.filter((error) => !(error instanceof ParleyError))).toEqual([]);
    // It can be had again, however it was left.
    await test.agent.restart();
    expect(test.agent.state).toMatchObject({ state: "running" });
    expect(await agents.marker.find()).toEqual([(test.agent.state as { pid: number }).pid]);
    await test.agent.close();
    expect(test.agent.state).toEqual({ state: "stopped" });
    expect(await agents.marker.find()).toEqual([]);
    expect(test.store.openIds.size).toBe(0);
    for (const { id } of await test.store.list()) {
      const kinds = test.store.written(id).map(({ type }) => type);
      expect(kinds.filter((kind) => kind === "prompt")).toHaveLength(kinds.filter((kind) => kind === "stop").length);
    }
  };
  await fc.assert(fc.asyncProperty(steps, run), { numRuns: 8 });
});
