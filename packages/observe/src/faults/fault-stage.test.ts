import { expect, test } from "vitest";
import { createFaultStage } from "./fault-stage.ts";
import { parseFaults } from "./parse-faults.ts";

const LINES = Array.from({ length: 200 }, (_, index) => `{"index":${index}}\n`);

interface Played {
  readonly text: string;
  readonly events: readonly string[];
}

/** What is left of the lines, cut into chunks of `size`. */
async function play(faults: readonly string[], size = 1_000, lines: readonly string[] = LINES): Promise<Played> {
  const plan = parseFaults(faults);
  const events: string[] = [];
  const stage = createFaultStage(plan.faults, "to_client", {
    seed: plan.seed,
    kill: () => events.push(`kill at ${bytes.toString().split("\n").length - 1}`),
    cut: () => events.push(`cut at ${bytes.length}`),
  });
  let bytes = Buffer.alloc(0);
  const all = Buffer.from(lines.join(""));
  for (let at = 0; at < all.length; at += size) {
    const pieces = await stage?.push(all.subarray(at, at + size), { atMs: performance.now() });
    for (const piece of pieces ?? []) {
      bytes = Buffer.concat([bytes, piece.bytes]);
      piece.after?.();
    }
  }
  return { text: bytes.toString("latin1"), events };
}

test("without a fault in its direction there is no stage", () => {
  const actions = { kill: () => undefined, cut: () => undefined };
  expect(createFaultStage(parseFaults(["drop=1:agent"]).faults, "to_client", actions)).toBeUndefined();
});

test("whole messages are dropped, about as many as it says, and the same ones however they are cut", async () => {
  const { text } = await play(["drop=0.3"]);
  const left = text.split("\n").slice(0, -1);
  expect(left.length).toBeGreaterThan(110);
  expect(left.length).toBeLessThan(170);
  for (const line of left) expect(LINES).toContain(`${line}\n`);
  expect((await play(["drop=0.3"], 7)).text).toBe(text);
  expect((await play(["drop=0.3", "seed=2"])).text).not.toBe(text);
  expect((await play(["drop=1"])).text).toBe("");
  expect((await play(["drop=0"])).text).toBe(LINES.join(""));
});

test("a garbled message is another one of the same length, and its neighbours stay", async () => {
  const { text } = await play(["garble=0.2"]);
  const lines = text.split("\n").slice(0, -1);
  expect(lines).toHaveLength(LINES.length);
  const garbled = lines.filter((line, index) => `${line}\n` !== LINES[index]);
  expect(garbled.length).toBeGreaterThan(15);
  expect(garbled.length).toBeLessThan(75);
  expect(lines.every((line, index) => line.length + 1 === LINES[index]?.length)).toBe(true);
});

test("after so many messages half of the next one passes, and it is cut", async () => {
  const { text, events } = await play(["cut=3"]);
  expect(text).toBe(`${LINES.slice(0, 3).join("")}{"inde`);
  expect(events).toEqual([`cut at ${text.length}`]);
});

test("after so many messages the agent is killed, and nothing more passes", async () => {
  const { text, events } = await play(["kill=5"]);
  expect(text).toBe(LINES.slice(0, 5).join(""));
  expect(events).toEqual(["kill at 5"]);
});

test("a delay counts from when something came, so that it does not add up", async () => {
  const started = performance.now();
  const stage = createFaultStage(parseFaults(["delay=200"]).faults, "to_client", {
    kill: () => undefined,
    cut: () => undefined,
  });
  // If it added up, it would take longer than this test may.
  for (let index = 0; index < 1_000; index += 1) await stage?.push(Buffer.from("{}\n"), { atMs: started });
  expect(performance.now() - started).toBeGreaterThan(190);
});
