import type { SessionLog } from "@parley/home/session-log";
import { createTranscript, type Transcript, type TranscriptItem } from "@parley/acp/transcript";
import { createFakeClock } from "@parley/test-support";
import { beforeEach, describe, expect, it } from "vitest";
import type { AgentProblem } from "../agent-problem.ts";
import { createMemoryStore, type MemoryStore } from "../testing/memory-store.ts";
import { Recorder } from "./recorder.ts";
import type { RecordedEvent } from "./session.ts";

let store: MemoryStore;
let log: SessionLog;
let problems: AgentProblem[];
let recorder: Recorder;

function note(text: string): void {
  recorder.record({ type: "note", level: "info", text });
}

function create(limits = { batchEventsMax: 4, batchCharsMax: 10_000 }, transcript = createTranscript()): void {
  const report = (problem: AgentProblem): void => void problems.push(problem);
  recorder = new Recorder({ log, transcript, clock: createFakeClock(), limits, report });
}

beforeEach(async () => {
  store = createMemoryStore();
  log = await store.create({ id: "s", agent: { name: "x" }, cwd: "/" });
  problems = [];
  create();
});

const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("a recorder", () => {
  it("shows what happened in a tick together, after it is written", async () => {
    const batches: RecordedEvent[][] = [];
    recorder.onEvents((batch) => {
      expect(store.written("s")).toHaveLength(batch.at(-1)?.event.seq ?? 0);
      batches.push([...batch]);
    });
    note("a");
    note("b");
    expect(batches).toEqual([]);
    await tick();
    note("c");
    await tick();
    expect(batches.map((batch) => batch.map(({ event }) => event.seq))).toEqual([[1, 2], [3]]);
    expect(batches[0]?.[0]?.line).toBe(JSON.stringify(batches[0]?.[0]?.event));
    expect(store.flushes).toBe(2);
  });

  it("applies each event to one transcript, once, however many views there are; they get its patches", () => {
    const transcript = createTranscript();
    let applied = 0;
    const counted: Transcript = {
      get lastSeq() {
        return transcript.lastSeq;
      },
      apply: (event) => {
        applied += 1;
        return transcript.apply(event);
      },
      trim: (throughSeq) => transcript.trim(throughSeq),
      snapshot: () => transcript.snapshot(),
    };
    create({ batchEventsMax: 4, batchCharsMax: 10_000 }, counted);
    const views = [1, 2, 3].map(() => {
      const items: TranscriptItem[] = [];
      recorder.onEvents((batch) => {
        for (const patch of batch.flatMap(({ patches }) => patches)) {
          if (patch.type === "item_added") items.push(patch.item);
        }
      });
      return items;
    });
    for (const text of ["a", "b", "c", "d", "e"]) note(text);
    recorder.flush();
    expect(applied).toBe(5);
    expect(views.map((items) => items.length)).toEqual([5, 5, 5]);
    expect(views[0]).toEqual(transcript.snapshot().items);
  });

  it("does not let a batch grow: by number, or by size", () => {
    const sizes: number[] = [];
    recorder.onEvents((batch) => sizes.push(batch.length));
    for (let index = 0; index < 10; index += 1) note("x");
    expect(sizes).toEqual([4, 4]);
    note("y".repeat(10_000));
    expect(sizes).toEqual([4, 4, 3]);
  });

  it("goes on in a log that has events already", async () => {
    note("a");
    recorder.flush();
    await recorder.close();
    ({ log } = await store.open("s"));
    create();
    note("b");
    recorder.flush();
    expect(store.written("s").map(({ seq }) => seq)).toEqual([1, 2]);
  });

  it("tells the others when one listener throws, and lets one go", () => {
    const heard: number[] = [];
    recorder.onEvents(() => {
      throw new Error("a bug");
    });
    const stop = recorder.onEvents((batch) => heard.push(batch.length));
    note("a");
    recorder.flush();
    stop();
    note("b");
    recorder.flush();
    expect(heard).toEqual([1]);
    expect(problems).toMatchObject([{ kind: "listener_failed" }, { kind: "listener_failed" }]);
  });

  it("goes on without a log that cannot be written, says so once, and again when it breaks again", async () => {
    const heard: unknown[] = [];
    recorder.onEvents((batch) =>
      heard.push(...batch.map(({ event }) => (event.type === "note" ? event.text : event.type))),
    );
    store.failWith(new Error("No space left on device"));
    note("a");
    await tick();
    note("b");
    await recorder.sync();
    expect(heard).toEqual(["a", "This session is not being saved: No space left on device", "b"]);
    store.failWith(undefined);
    await recorder.sync();
    note("c");
    await tick();
    expect(store.written("s")).toHaveLength(4);
    store.failWith(new Error("No space left on device"));
    note("d");
    await tick();
    await tick();
    expect(heard.slice(3)).toEqual(["c", "d", "This session is not being saved: No space left on device"]);
    expect(problems.every(({ kind }) => kind === "log_failed")).toBe(true);
  });

  it("records nothing once it is closed", async () => {
    note("a");
    await recorder.close();
    note("b");
    await recorder.close();
    expect(store.written("s")).toHaveLength(1);
    expect(store.openIds.size).toBe(0);
  });
});
