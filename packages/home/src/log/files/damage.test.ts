import { formatSessionEvent, type SessionEvent, type SessionEventBody } from "@parley/acp";
import { createTempFolder, type TempFolder } from "@parley/test-support";
import * as fc from "fast-check";
import { appendFileSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { createFileSessionStore } from "../create-file-session-store.ts";
import type { SessionStore } from "../session-store.ts";
import { chunkOf, eventsOf, promptOf, recordInto, STOP } from "../testing/record.ts";

const text = fc.string({
  unit: fc.constantFrom("a", "é", "👋", "\n", '"', "\\", "{", "\u2028", "\u0000", " "),
  maxLength: 20,
});
const body: fc.Arbitrary<SessionEventBody> = fc.oneof(
  { weight: 5, arbitrary: text.map((value) => chunkOf(value)) },
  { weight: 2, arbitrary: text.map(promptOf) },
  fc.constant(STOP),
  text.map((value): SessionEventBody => ({ type: "note", level: "info", text: value })),
  text.map((output): SessionEventBody => ({ type: "terminal", terminalId: "t", output })),
  text.map((title): SessionEventBody => ({ type: "update", update: { sessionUpdate: "session_info_update", title } })),
  fc.jsonValue().map((raw): SessionEventBody => ({
    type: "update",
    update: { kind: "unknown", raw: { sessionUpdate: "new", raw } },
  })),
);
const bodies = fc.array(body, { maxLength: 12 });

interface Written {
  readonly store: SessionStore;
  readonly path: string;
  readonly events: readonly SessionEvent[];
}

/** A log with these events, closed; the index as it was left, or lost. */
async function write(temp: TempFolder, all: readonly SessionEventBody[], keepIndex: boolean): Promise<Written> {
  const folder = temp.file("sessions");
  rmSync(folder, { recursive: true, force: true });
  const store = createFileSessionStore({ folder });
  const log = await store.create({ id: "s1", agent: { name: "x" }, cwd: "/code" });
  const { add, events } = recordInto(log);
  add(...all);
  await log.close();
  if (!keepIndex) rmSync(temp.file("sessions", "index.journal"));
  return { store, path: temp.file("sessions", "s1.ndjson"), events };
}

/** Events whose line ends at or before this byte. */
function eventsBefore({ path, events }: Written, place: number): number {
  const bytes = readFileSync(path);
  let ended = 0;
  let count = -1; // The first line is no event.
  for (let end = bytes.indexOf(10); end !== -1 && end < place; end = bytes.indexOf(10, ended)) {
    ended = end + 1;
    count += 1;
  }
  return Math.min(Math.max(count, 0), events.length);
}

async function expectToGoOn({ store, path }: Written, highest: number): Promise<void> {
  const { log } = await store.open("s1");
  expect(log.lastSeq).toBeGreaterThanOrEqual(highest);
  const before = await eventsOf(await store.read("s1"));
  const { add, events } = recordInto(log);
  add(promptOf("on we go"), STOP);
  await log.close();
  const read = await store.read("s1");
  const all = await eventsOf(read);
  expect(all).toEqual([...before, ...events]);
  const numbers = events.map(({ seq }) => seq);
  expect(numbers[0]).toBeGreaterThan(highest);
  expect(readFileSync(path).at(-1)).toBe(10);
  expect(await store.list()).toMatchObject([{ id: "s1" }]);
}

describe("a log", () => {
  it("that was cut at any byte returns everything before the cut, and can be continued", async () => {
    await using temp = await createTempFolder();
    const cut = fc.record({ all: bodies, at: fc.double({ min: 0, max: 1, noNaN: true }), keepIndex: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(cut, async ({ all, at, keepIndex }) => {
        const written = await write(temp, all, keepIndex);
        const place = Math.floor(statSync(written.path).size * at);
        const kept = eventsBefore(written, place);
        truncateSync(written.path, place);
        const read = await written.store.read("s1");
        const events = await eventsOf(read);
        expect(events.slice(0, kept)).toEqual(written.events.slice(0, kept));
        // What was cut may have been just the end of the line.
        expect(events.length - kept).toBeLessThanOrEqual(1);
        expect(read.damage.length).toBeLessThanOrEqual(1);
        await expectToGoOn(written, events.at(-1)?.seq ?? 0);
        expect((await written.store.read("s1")).damage).toEqual([]);
      }),
      { numRuns: 80 },
    );
  }, 120_000);

  it("with garbage at any byte returns everything before it, and what is readable after it", async () => {
    await using temp = await createTempFolder();
    const garbage = fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 30 }),
      fc
        .constantFrom(
          "\n",
          "\n\n",
          "}\n{",
          "\0\0\0\0",
          '{"v":1}\n',
          "null\n",
          '{"v":1,"seq":99,"at":1,"sessionId":"s1","type":"stop"}\n',
        )
        .map((value) => Buffer.from(value)),
    );
    const damage = fc.record({
      all: bodies,
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      garbage,
      keepIndex: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ all, at, garbage: bytes, keepIndex }) => {
        const written = await write(temp, all, keepIndex);
        const content = readFileSync(written.path);
        const place = Math.floor(content.length * at);
        const kept = eventsBefore(written, place);
        const after = written.events.length - eventsBefore(written, content.indexOf(10, place) + 1);
        writeFileSync(written.path, Buffer.concat([content.subarray(0, place), bytes, content.subarray(place)]));
        const read = await written.store.read("s1");
        const events = await eventsOf(read);
        expect(events.slice(0, kept)).toEqual(written.events.slice(0, kept));
        expect(events.slice(events.length - after)).toEqual(written.events.slice(written.events.length - after));
        for (const { line, message } of read.damage) expect(message).toContain(`Line ${line} `);
        await expectToGoOn(written, Math.max(0, ...events.map(({ seq }) => seq)));
      }),
      { numRuns: 80 },
    );
  }, 120_000);

  it("reports each damaged line by number, and returns the others", async () => {
    await using temp = await createTempFolder();
    const { store, path, events } = await write(temp, [promptOf("one"), chunkOf("two"), STOP], true);
    const [header = "", one = "", two = "", three = ""] = readFileSync(path, "utf8").split("\n");
    const lines = [header, one, "{", "", two.replace('"v":1', '"v":0'), '"text"', two, one, three];
    writeFileSync(
      path,
      Buffer.concat([Buffer.from(`${lines.join("\n")}\n`), Buffer.from([0xff, 0x0a]), Buffer.from('{"v":1,')]),
    );
    const read = await store.read("s1");
    const [first, second, third] = events;
    expect(await eventsOf(read)).toEqual([first, second, first, third]);
    expect(read.damage).toEqual([
      { sessionId: "s1", line: 3, message: "Line 3 is not a JSON object" },
      { sessionId: "s1", line: 5, message: "Line 5 is not a session event: /v: expected 1 or more" },
      { sessionId: "s1", line: 6, message: "Line 6 is not a JSON object" },
      { sessionId: "s1", line: 8, message: "Line 8 has number 1 after 2; it was kept" },
      { sessionId: "s1", line: 10, message: "Line 10 is not UTF-8 text" },
      { sessionId: "s1", line: 11, message: "Line 11 is incomplete" },
    ]);
  });

  it("treats a line over the limit as damage, and buffers no more than the limit", async () => {
    await using temp = await createTempFolder();
    const folder = temp.file("sessions");
    const store = createFileSessionStore({ folder, limits: { lineBytesMax: 1_000_000 } });
    const log = await store.create({ id: "s1", agent: { name: "x" }, cwd: "/" });
    const { add, events } = recordInto(log);
    add(promptOf("before"), chunkOf("x".repeat(3_000_000)), chunkOf("y".repeat(900_000)), STOP);
    await log.close();
    const read = await store.read("s1");
    expect(await eventsOf(read)).toEqual(events.filter((_, index) => index !== 1));
    expect(read.damage).toMatchObject([{ line: 3, message: expect.stringContaining("exceeds the line limit") }]);
    rmSync(temp.file("sessions", "index.journal"));
    expect(await store.list()).toMatchObject([{ title: "before", turns: 1 }]);
    // Without its end it is ended and not thrown away.
    appendFileSync(temp.file("sessions", "s1.ndjson"), "z".repeat(2_000_000));
    const again = await store.open("s1");
    expect(again.log.lastSeq).toBe(4);
    recordInto(again.log).add(promptOf("after"));
    await again.log.close();
    expect((await eventsOf(await store.read("s1"))).at(-1)).toMatchObject({ seq: 5, type: "prompt" });
  });

  it("keeps a last line that lacks only its line break", async () => {
    await using temp = await createTempFolder();
    const { store, path, events } = await write(temp, [promptOf("one"), STOP], true);
    truncateSync(path, statSync(path).size - 1);
    const { log, info } = await store.open("s1");
    expect([log.lastSeq, info.turns]).toEqual([2, 1]);
    const more = recordInto(log);
    more.add(chunkOf("x"));
    await log.close();
    const read = await store.read("s1");
    expect([await eventsOf(read), read.damage]).toEqual([[...events, ...more.events], []]);
  });

  it.each<[string, (size: number) => Buffer, boolean]>([
    ["garbage without an end of line", () => Buffer.alloc(5_000, 0xfe), true],
    ["garbage, and the index is lost too", () => Buffer.alloc(5_000, 0xfe), false],
    ["garbage in lines", () => Buffer.from("garb\nage\n\0\0\n"), true],
    ["zeros, as many as there were bytes", (size) => Buffer.alloc(size), true],
    ["another file", () => Buffer.from('{"name":"x","version":"1.0.0"}'), false],
  ])(
    "that is %s is set aside, told of, and begun again; the others are unharmed",
    async (_what, garbage, keepIndex) => {
      await using temp = await createTempFolder();
      const { path } = await write(temp, [promptOf("one"), STOP], true);
      const folder = temp.file("sessions");
      const told: string[] = [];
      const store = createFileSessionStore({ folder, log: { write: (_level, message) => told.push(message) } });
      const other = await store.create({ id: "s2", agent: { name: "y" }, cwd: "/" });
      const kept = recordInto(other);
      kept.add(promptOf("two"), STOP);
      await other.close();
      const bytes = garbage(statSync(path).size);
      writeFileSync(path, bytes);
      if (!keepIndex) rmSync(temp.file("sessions", "index.journal"));
      const { log, aside = "" } = await store.open("s1");
      expect(readFileSync(aside)).toEqual(bytes);
      expect(statSync(aside).mode & 0o777).toBe(statSync(path).mode & 0o777);
      expect(told).toEqual(["The log of a session could not be read and was moved aside"]);
      const { add, events } = recordInto(log);
      add(promptOf("on we go"), STOP);
      await log.close();
      const read = await store.read("s1");
      const note = { type: "note", level: "warning", text: expect.stringContaining(basename(aside)) as string };
      expect(await eventsOf(read)).toMatchObject([note, ...events]);
      expect(read.damage).toEqual([]);
      expect(await eventsOf(await store.read("s2"))).toEqual(kept.events);
      expect(new Set((await store.list()).map(({ id }) => id))).toEqual(new Set(["s1", "s2"]));
      const again = await store.open("s1");
      expect(again.aside).toBeUndefined();
      await again.log.close();
      await store.delete("s1");
      expect(readdirSync(folder).filter((name) => name.startsWith("s1"))).toEqual([]);
    },
  );

  it("keeps an unknown line at its end as damage", async () => {
    await using temp = await createTempFolder();
    const { store, path, events } = await write(temp, [promptOf("one"), STOP], true);
    appendFileSync(path, Buffer.alloc(100, 0xfe));
    const { log, aside } = await store.open("s1");
    const more = recordInto(log);
    more.add(promptOf("two"));
    await log.close();
    const read = await store.read("s1");
    expect([await eventsOf(read), aside]).toEqual([[...events, ...more.events], undefined]);
    expect(read.damage).toMatchObject([{ line: 4, message: "Line 4 is not UTF-8 text" }]);
    expect(readFileSync(path).includes(Buffer.alloc(100, 0xfe))).toBe(true);
  });

  it("that was emptied starts again with the same metadata", async () => {
    await using temp = await createTempFolder();
    const { store, path } = await write(temp, [promptOf("one"), STOP], true);
    truncateSync(path, 0);
    const { log, info } = await store.open("s1");
    expect(info).toMatchObject({ agent: { name: "x" }, cwd: "/code" });
    expect(log.lastSeq).toBe(2);
    await log.close();
    rmSync(temp.file("sessions", "index.journal"));
    expect(await store.list()).toMatchObject([{ id: "s1", agent: { name: "x" }, cwd: "/code" }]);
  });

  it("stops counting damage at the limit", async () => {
    await using temp = await createTempFolder();
    const { store, path } = await write(temp, [promptOf("one")], true);
    appendFileSync(path, "x\n".repeat(5_000));
    const read = await store.read("s1");
    expect(await eventsOf(read)).toHaveLength(1);
    expect(read.damage).toHaveLength(1_001);
    expect(read.damage.at(-1)?.message).toContain("More damage");
  });

  it("can be abandoned while it is read", async () => {
    await using temp = await createTempFolder();
    const { store } = await write(
      temp,
      Array.from({ length: 2_000 }, (_, index) => promptOf(`p${index}`)),
      true,
    );
    for (let round = 0; round < 50; round += 1) {
      for await (const event of (await store.read("s1")).events) if (event.seq === 3) break;
    }
    expect(formatSessionEvent((await eventsOf(await store.read("s1")))[0] as SessionEvent)).toContain("p0");
  });
});
