// What the loop itself costs for each piece of a stream.
import { expect, it } from "vitest";
import type { ModelEvent } from "../models/model.ts";
import { createFakeModel, finish, type Reply } from "./testing/fake-model.ts";
import { createTurnScene } from "./testing/turn-scene.ts";

const EVENTS = 100_000;
const ATTEMPTS = 4;
/** Several times what it is: a busy machine makes everything dearer. */
const OWN_MICROSECONDS_MAX = 6;

const stream: Reply = async function* (): AsyncIterable<ModelEvent> {
  const event = { type: "text", text: "0123456789" } as const;
  for (let index = 0; index < EVENTS; index += 1) yield event;
  yield finish();
};

async function measure(work: () => Promise<unknown>): Promise<number> {
  const from = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(from);
  return user + system;
}

it("is a few microseconds of processor time at most", async () => {
  const costs: number[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const bare = await measure(async () => {
      const told: unknown[] = [];
      const signal = new AbortController().signal;
      const request = { system: "", messages: [], tools: [], thinking: "off" } as const;
      for await (const event of createFakeModel([stream]).stream(request, signal)) told.push(event);
    });
    const scene = await createTurnScene({ model: createFakeModel([stream]) });
    const whole = await measure(() => scene.run());
    costs.push((whole - bare) / EVENTS);
    expect(scene.of("text")).toHaveLength(EVENTS);
    expect(scene.conversation.messages[1]).toMatchObject({ parts: [{ text: "0123456789".repeat(EVENTS) }] });
    if (Math.min(...costs) < OWN_MICROSECONDS_MAX) break;
  }
  expect(Math.min(...costs)).toBeLessThan(OWN_MICROSECONDS_MAX);
});
