// Recording to real files: what was written is what passed, also after a crash, a rotation and a full disk.
import type { Log } from "@parley/base";
import { cpuMsOf, createFakeClock, createTempFolder } from "@parley/test-support";
import fc from "fast-check";
import { appendFile, chmod, readFile, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { openTrace } from "../open-trace.ts";
import { parseTrace } from "../read/read-trace.ts";
import { toFrame } from "../testing/frames.ts";
import type { TraceFrame, TraceItem } from "../trace-item.ts";
import { createTraceRecorder, describeRecording } from "./recorder.ts";

async function readAll(path: string): Promise<readonly TraceItem[]> {
  const items: TraceItem[] = [];
  for await (const item of openTrace(path)) items.push(item);
  return items;
}

function framesOf(items: readonly TraceItem[]): readonly TraceFrame[] {
  return items.filter((item) => item.type === "frame");
}

function createLines(): Log & { readonly lines: string[] } {
  const lines: string[] = [];
  return { lines, write: (level, message) => lines.push(`${level} ${message}`) };
}

describe("createTraceRecorder", () => {
  it("writes a header, and frames as they came", async () => {
    await using folder = await createTempFolder();
    const path = folder.file("trace.ndjson");
    const texts = [
      '{"jsonrpc":"2.0","id":1.0,"method":"x","params":{"n":1e3,"dup":1,"dup":2}}',
      '{ "id" : 12345678901234567890 }',
      "not JSON",
      '\ufeff{"a":1}\r',
    ];
    {
      await using recorder = createTraceRecorder({ path, redact: false, agent: "goose", clock: createFakeClock(5) });
      for (const [index, text] of texts.entries())
        recorder.add(toFrame(text, { atMs: 10 + index, direction: index === 0 ? "to_agent" : "to_client" }));
      recorder.add(toFrame("", { text: undefined, message: undefined, head: '{"a":"', byteLength: 5_000_000 }));
    }
    const items = await readAll(path);
    expect(items[0]).toMatchObject({
      type: "header",
      header: { startedAt: 5, agent: "goose", redacted: false, part: 1 },
    });
    expect(framesOf(items).map(({ atMs, from, raw, text, isCut }) => [atMs, from, raw, text, isCut])).toEqual([
      [10, "client", texts[0], undefined, false],
      [11, "agent", texts[1], undefined, false],
      [12, "agent", undefined, "not JSON", false],
      [13, "agent", '{"a":1}', undefined, false],
      [1_000, "agent", undefined, '{"a":"', true],
    ]);
    expect(framesOf(items).at(-1)?.bytes).toBe(5_000_000);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it("gives back any JSON letter by letter", async () => {
    await using folder = await createTempFolder();
    const path = folder.file("trace.ndjson");
    const texts = fc.sample(fc.json(), 100);
    await using recorder = createTraceRecorder({ path, redact: false });
    for (const text of texts) recorder.add(toFrame(text));
    await recorder.flush();
    expect(framesOf(await readAll(path)).map(({ raw }) => raw)).toEqual(texts.map((text) => text.trim()));
  });

  it("removes secrets by default, and notes it", async () => {
    await using folder = await createTempFolder();
    const path = folder.file("trace.ndjson");
    await using recorder = createTraceRecorder({ path });
    recorder.add(
      toFrame(
        '{"jsonrpc":"2.0","method":"session/prompt","params":{"prompt":[{"type":"text","text":"API_KEY=hunter2"}]}}',
      ),
    );
    recorder.add(toFrame("stdout: password=hunter2"));
    recorder.add(toFrame("", { text: undefined, message: undefined, head: '{"token":"hunter2', byteLength: 9 }));
    await recorder.flush();
    const text = await readFile(path, "utf8");
    expect(text).not.toContain("hunter2");
    expect(parseTrace(text)[0]).toMatchObject({ header: { redacted: true } });
    expect(describeRecording({ path })).toContain("Secrets, environment variables and headers are redacted");
    expect(describeRecording({ path, redact: false })).toContain("Nothing is redacted");
  });

  it("exists with its header before the first frame", async () => {
    await using folder = await createTempFolder();
    const path = folder.file("new", "trace.ndjson");
    await createTraceRecorder({ path }).close();
    expect((await readAll(path)).map(({ type }) => type)).toEqual(["header"]);
  });

  it("goes on with a file that a crash has left in the middle of a line", async () => {
    await using folder = await createTempFolder();
    const path = folder.file("trace.ndjson");
    const first = createTraceRecorder({ path });
    first.add(toFrame('{"id":1}'));
    await first.close();
    await appendFile(path, '{"at":1,"from":"agent","fra');
    const second = createTraceRecorder({ path });
    second.add(toFrame('{"id":2}'));
    await second.close();
    expect((await readAll(path)).map(({ type }) => type)).toEqual(["header", "frame", "damage", "header", "frame"]);
  });
});

describe("rotation", () => {
  it("begins another file when one is full, keeps so many, and is read as one", async () => {
    await using folder = await createTempFolder();
    const path = folder.file("trace.ndjson");
    await using recorder = createTraceRecorder({ path, bytesMax: 1_000, filesMax: 3 });
    for (let id = 0; id < 60; id += 1) {
      recorder.add(toFrame(`{"jsonrpc":"2.0","id":${id},"method":"x"}`));
      await recorder.flush();
    }
    expect((await readdir(folder.path)).toSorted()).toEqual(["trace.ndjson", "trace.ndjson.1", "trace.ndjson.2"]);
    for (const name of await readdir(folder.path))
      expect((await stat(folder.file(name))).size).toBeLessThanOrEqual(1_000);
    const items = await readAll(path);
    const ids = framesOf(items).map(({ message }) => (message as { id: number }).id);
    expect(ids.length).toBeGreaterThan(15);
    expect(ids).toEqual(Array.from(ids, (_id, index) => 60 - ids.length + index));
    const headers = items.filter((item) => item.type === "header").map(({ header }) => header);
    expect(headers.map(({ part }) => part)).toEqual([
      headers[0]?.part,
      (headers[0]?.part ?? 0) + 1,
      (headers[0]?.part ?? 0) + 2,
    ]);
    expect(new Set(headers.map(({ id }) => id)).size).toBe(1);
  });

  it("does not take another recording in the folder for a part of this one", async () => {
    await using folder = await createTempFolder();
    const path = folder.file("trace.ndjson");
    await createTraceRecorder({ path: folder.file("trace.ndjson.1") }).close();
    await writeFile(
      path,
      '{"v":1,"kind":"parley-trace","id":"x","part":2,"redacted":true}\n{"from":"agent","frame":{}}\n',
    );
    expect((await readAll(path)).map(({ type }) => type)).toEqual(["header", "frame"]);
  });
});

describe("a recorder that cannot write", () => {
  it("counts the frames for which there is no room, and writes the count", async () => {
    await using folder = await createTempFolder();
    const path = folder.file("trace.ndjson");
    await using recorder = createTraceRecorder({ path, queueBytesMax: 100 });
    const text = `{"id":1,"a":"${"x".repeat(40)}"}`;
    for (let index = 0; index < 10; index += 1) recorder.add(toFrame(text));
    recorder.lost(5);
    expect(recorder.dropped).toBe(14);
    await recorder.flush();
    recorder.add(toFrame(text));
    await recorder.flush();
    const items = await readAll(path);
    expect(items.filter(({ type }) => type === "frame")).toHaveLength(2);
    expect(items.filter((item) => item.type === "dropped").map(({ count }) => count)).toEqual([14]);
  });

  it("reports a full disk once, tries again, and goes on when there is room", async () => {
    await using folder = await createTempFolder();
    const path = folder.file("trace.ndjson");
    await symlink("/dev/full", path);
    const log = createLines();
    await using recorder = createTraceRecorder({ path, log, retryMs: 5 });
    recorder.add(toFrame('{"id":1}'));
    await recorder.flush();
    recorder.add(toFrame('{"id":2}'));
    await recorder.flush();
    expect(log.lines).toEqual(["error Cannot write the trace; retrying"]);
    await rm(path);
    await expect.poll(() => log.lines.length).toBe(2);
    await recorder.flush();
    expect(log.lines[1]).toBe("warn Writing the trace works again");
    expect(framesOf(await readAll(path)).map(({ raw }) => raw)).toEqual(['{"id":1}', '{"id":2}']);
    expect(recorder.dropped).toBe(0);
  });

  it("ends without waiting for a disk that stays full, and reports the loss", async () => {
    const log = createLines();
    const recorder = createTraceRecorder({ path: "/dev/full", log, retryMs: 3_600_000 });
    recorder.add(toFrame('{"id":1}'));
    await recorder.flush();
    recorder.add(toFrame('{"id":2}'));
    await recorder.close();
    expect(log.lines).toContain("error The trace is incomplete");
    expect(recorder.dropped).toBe(2);
    recorder.add(toFrame('{"id":3}'));
    expect(recorder.dropped).toBe(3);
  });

  it("returns from add at once, whatever the disk does", async () => {
    await using folder = await createTempFolder();
    await using recorder = createTraceRecorder({ path: folder.file("trace.ndjson") });
    const frame = toFrame(`{"id":1,"a":"${"x".repeat(4_000)}"}`);
    expect(
      cpuMsOf(() => {
        for (let index = 0; index < 2_000; index += 1) recorder.add(frame);
      }),
    ).toBeLessThan(5_000);
    await chmod(folder.path, 0o700);
  });
});
