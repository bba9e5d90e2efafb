import type { SessionEventBody, SessionUpdate } from "@parley/acp";
import { foldCase } from "@parley/base";
import { createTempFolder } from "@parley/test-support";
import * as fc from "fast-check";
import { appendFileSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createFileSessionStore } from "../create-file-session-store.ts";
import { EXCERPT_CHARS } from "../../limits.ts";
import type { SearchHit, SessionStore } from "../session-store.ts";
import { chunkOf, promptOf, recordInto, STOP } from "../testing/record.ts";
import { parseQuery } from "./query.ts";

const update = (value: SessionUpdate): SessionEventBody => ({ type: "update", update: value });
const thought = (text: string): SessionEventBody =>
  update({ sessionUpdate: "agent_thought_chunk", content: { type: "text", text } });

async function write(store: SessionStore, id: string, ...bodies: readonly SessionEventBody[]): Promise<void> {
  const log = await store.create({ id, agent: { name: id }, cwd: `/${id}` });
  recordInto(log).add(...bodies);
  await log.close();
}

async function search(
  store: SessionStore,
  query: string,
  options?: Parameters<SessionStore["search"]>[1],
): Promise<SearchHit[]> {
  const hits: SearchHit[] = [];
  for await (const hit of store.search(query, options)) hits.push(hit);
  return hits;
}

const places = (hits: readonly SearchHit[]): string[] =>
  hits.map(({ session, what, seq }) => `${session.id} ${what} ${seq}`);
const matched = (hits: readonly SearchHit[]): string[] =>
  hits.map(({ excerpt, start, end }) => excerpt.slice(start, end));

describe("a search", () => {
  const bodies: readonly SessionEventBody[] = [
    promptOf("Where is the Zebra crossing?"), // 1
    thought("I think of ze"), // 2
    thought("bras and lions"), // 3
    chunkOf("The ZE"), // 4
    update({ sessionUpdate: "usage_update", used: 1, size: 2 }), // 5
    chunkOf("b"), // 6
    chunkOf('Ra is "here", in C:\\users\\zoo/'), // 7
    update({
      sessionUpdate: "tool_call",
      toolCallId: "c1",
      title: "Count zebras",
      rawInput: { command: ["grep", "-c", "stripes"] },
    }), // 8
    update({
      sessionUpdate: "tool_call_update",
      toolCallId: "c1",
      status: "completed",
      content: [{ type: "content", content: { type: "text", text: "forty-two lions" } }],
    }), // 9
    update({
      sessionUpdate: "tool_call",
      toolCallId: "c2",
      title: "Edit",
      content: [{ type: "diff", path: "/src/okapi.ts", oldText: "old", newText: "newest" }],
    }), // 10
    { type: "terminal", terminalId: "t1", command: "feed --all", output: "giraf" }, // 11
    { type: "terminal", terminalId: "t2", output: "elsewhere" }, // 12
    { type: "terminal", terminalId: "t1", output: "fe fed\n" }, // 13
    update({
      sessionUpdate: "tool_call_update",
      toolCallId: "c2",
      _meta: { terminal_output: { terminal_id: "x", data: "rhino" } },
    }), // 14
    update({
      sessionUpdate: "tool_call_update",
      toolCallId: "c2",
      _meta: { terminal_output: { terminal_id: "x", data: "ceros" } },
    }), // 15
    update({ sessionUpdate: "plan", entries: [{ content: "Wash the hippo", priority: "high", status: "pending" }] }), // 16
    STOP, // 17
    { type: "changes", files: [{ path: "src/lemur.ts", change: "added" }], before: "a", after: "b" }, // 18
  ];

  it.each<[string, readonly string[]]>([
    ["zebra", ["s1 prompt 1", "s1 thought 2", "s1 agent_message 4", "s1 tool_call 8"]],
    ["zebra crossing", ["s1 prompt 1"]],
    ["crossing lions", []],
    ["lions bras", ["s1 thought 2", "s1 tool_call 8"]],
    ["lions think", ["s1 thought 2"]],
    ["lions count", ["s1 tool_call 8"]],
    ['"think of zebras"', ["s1 thought 2"]],
    ['"zebras think"', []],
    ["stripes", ["s1 tool_call 8"]],
    ["OKAPI newest", ["s1 tool_call 10"]],
    ["giraffe", ["s1 terminal 11"]],
    ["feed giraffe", ["s1 terminal 11"]],
    ["rhinoceros", ["s1 terminal 10"]],
    ["hippo", ["s1 plan 16"]],
    ["lemur", ["s1 changes 18"]],
    [String.raw`C:\users\zoo`, ["s1 agent_message 4"]],
    ["zoo/", ["s1 agent_message 4"]],
    ['here", in', ["s1 agent_message 4"]],
    ["unicorn", []],
    ["zebra unicorn", []],
  ])("for %s", async (query, expected) => {
    await using temp = await createTempFolder();
    const store = createFileSessionStore({ folder: temp.path });
    await write(store, "s1", ...bodies);
    await write(store, "s2", promptOf("nothing to see"), STOP);
    const hits = await search(store, query);
    expect(places(hits)).toEqual(expected);
    const [word = ""] = parseQuery(query);
    expect(matched(hits).map(foldCase)).toEqual(expected.map(() => word));
  });

  it("goes through sessions from the latest, with filters, a limit and a signal", async () => {
    await using temp = await createTempFolder();
    let now = 1_000;
    const store = createFileSessionStore({ folder: temp.path, clock: { now: () => (now += 1_000) } });
    for (const id of ["a", "b", "c"]) await write(store, id, promptOf(`apple of ${id}`), chunkOf("An apple."), STOP);
    expect(places(await search(store, "apple"))).toEqual(
      ["c", "b", "a"].flatMap((id) => [`${id} prompt 1`, `${id} agent_message 2`]),
    );
    expect(places(await search(store, "apple", { limit: 3 }))).toHaveLength(3);
    expect(places(await search(store, "apple", { limit: 0 }))).toEqual([]);
    expect(places(await search(store, "apple", { agent: "b", limit: 1 }))).toEqual(["b prompt 1"]);
    expect(places(await search(store, "apple", { cwd: "/a" }))).toHaveLength(2);
    const aborted = AbortSignal.abort(new Error("enough"));
    await expect(search(store, "apple", { signal: aborted })).rejects.toThrow("enough");
    const controller = new AbortController();
    const seen: string[] = [];
    const stopped = async (): Promise<void> => {
      for await (const { session } of store.search("apple", { signal: controller.signal })) {
        seen.push(session.id);
        controller.abort(new Error("stop"));
      }
    };
    await expect(stopped()).rejects.toThrow("stop");
    expect(seen.length).toBeLessThanOrEqual(2);
    for await (const hit of store.search("apple")) {
      expect(hit.session.id).toBe("c");
      break;
    }
  });

  it.each(["", "   ", '""', '" "', "x ".repeat(600), Array.from({ length: 40 }, (_, index) => `w${index}`).join(" ")])(
    "for %j is refused",
    async (query) => {
      await using temp = await createTempFolder();
      const store = createFileSessionStore({ folder: temp.path });
      await expect(search(store, query)).rejects.toMatchObject({ code: "usage" });
    },
  );

  it("finds text that another writer escaped or spaced, and skips damage", async () => {
    await using temp = await createTempFolder();
    const store = createFileSessionStore({ folder: temp.path });
    await write(store, "s1", promptOf("x"));
    const path = temp.file("s1.ndjson");
    const line = (seq: number, text: string): string =>
      JSON.stringify({
        v: 1,
        seq,
        at: 1,
        sessionId: "s1",
        type: "update",
        update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text } },
      });
    const spaced = (text: string): string => text.replaceAll('":', '": ').replaceAll(",", ", ");
    appendFileSync(
      path,
      `${line(2, "plain Qu").replace("Qu", String.raw`\u0051\u0075`)}\ndamage\n${spaced(line(3, "okka and mar"))}\n${spaced(line(4, "supial"))}\n`,
    );
    expect(matched(await search(store, "quokka"))).toEqual(["Quokka"]);
    expect(matched(await search(store, "MARSUPIAL"))).toEqual(["marsupial"]);
  });

  it("ignores case beyond ASCII, and keeps positions right where case changes the length", async () => {
    await using temp = await createTempFolder();
    const store = createFileSessionStore({ folder: temp.path });
    await write(store, "s1", promptOf("İİİ ÀÉÎ straße İstanbul 👍🏽 ende"));
    expect(matched(await search(store, "àéî"))).toEqual(["ÀÉÎ"]);
    expect(matched(await search(store, "STRASSE"))).toEqual([]);
    expect(matched(await search(store, "straße ende"))).toEqual(["straße"]);
    expect(matched(await search(store, "👍🏽"))).toEqual(["👍🏽"]);
    await write(store, "s2", promptOf("Ο Οδυσσευς και ο ΟΔΥΣΣΕΥΣ, 5 \u212Aelvin, Congreſs"));
    expect(matched(await search(store, "ΟΔΥΣΣΕΥΣ"))).toEqual(["Οδυσσευς"]);
    expect(matched(await search(store, '"ο οδυσσευς,"'))).toEqual(["ο ΟΔΥΣΣΕΥΣ,"]);
    expect(matched(await search(store, "kelvin congress"))).toHaveLength(1);
  });

  it("shows a line around the match, without cutting characters or showing secrets", async () => {
    await using temp = await createTempFolder();
    const store = createFileSessionStore({ folder: temp.path });
    const filler = "🚀".repeat(100);
    await write(
      store,
      "s1",
      promptOf(`${filler}\n\tneedle\n${filler}`),
      chunkOf(`export API_KEY=hunter2hunter2 && deploy now ${"x ".repeat(400)}`),
    );
    const [hit] = await search(store, "needle");
    expect(hit?.excerpt).toMatch(/^…(?:🚀)+ {2}needle (?:🚀)+…$/u);
    expect(hit?.excerpt.slice(hit.start, hit.end)).toBe("needle");
    expect(hit?.excerpt.length).toBeLessThanOrEqual(2 * EXCERPT_CHARS + "needle".length + 2);
    const [deploy] = await search(store, "deploy");
    expect(deploy?.excerpt).toContain("API_KEY=… && deploy now");
    expect(matched(deploy === undefined ? [] : [deploy])).toEqual(["deploy"]);
    // Whoever knows the secret finds where it is, and does not see it.
    const [secret] = await search(store, "hunter2hunter2");
    expect(secret?.excerpt).toContain("API_KEY=…");
    expect(secret?.excerpt).not.toContain("hunter2");
    expect(matched(secret === undefined ? [] : [secret])).toEqual(["…"]);
  });

  it("finds any part of any message, however it was cut into chunks", async () => {
    await using temp = await createTempFolder();
    const char = fc.constantFrom(
      "a",
      "B",
      "c",
      "é",
      "Ü",
      " ",
      "\n",
      '"',
      "\\",
      "/",
      "n",
      "u",
      "0",
      "1",
      "👋",
      "\u001b",
      "_",
      "{",
    );
    const text = fc.array(char, { minLength: 1, maxLength: 30 });
    const flow = fc.record({
      kind: fc.constantFrom("message", "thought", "terminal"),
      id: fc.constantFrom(undefined, "m1", "m2"),
      chars: text,
      cuts: fc.array(fc.nat(30), { maxLength: 10 }),
    });
    const part = fc.record({ flow: fc.nat(3), from: fc.nat(29), length: fc.integer({ min: 1, max: 12 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(flow, { minLength: 1, maxLength: 4 }), part, async (flows, wanted) => {
        rmSync(temp.file("sessions"), { recursive: true, force: true });
        const store = createFileSessionStore({ folder: temp.file("sessions") });
        const all = flows.flatMap(({ kind, id, chars, cuts }, index) => {
          const ends = [...new Set(cuts.filter((cut) => cut < chars.length)), chars.length].toSorted(
            (one, other) => one - other,
          );
          const pieces = ends.map((end, place) => chars.slice(place === 0 ? 0 : ends[place - 1], end).join(""));
          return [
            promptOf(`flow ${index}`),
            ...pieces.map((piece) => toBody(kind, id === undefined ? undefined : `${id}-${index}`, piece, index)),
            STOP,
          ];
        });
        await write(store, "s1", ...all);
        const { chars } = flows[wanted.flow % flows.length] ?? { chars: [] };
        const phrase = chars.slice(wanted.from % chars.length, (wanted.from % chars.length) + wanted.length).join("");
        // Quotes cannot be searched for in quotes; blanks alone are no search.
        if (phrase.includes('"') || phrase.trim() === "") return;
        const hits = await search(store, `"${phrase}"`);
        expect({ phrase, isFound: hits.length > 0 }).toEqual({ phrase, isFound: true });
      }),
      { numRuns: 150 },
    );
  }, 120_000);

  it("reads a long session piece by piece", async () => {
    await using temp = await createTempFolder();
    const store = createFileSessionStore({ folder: temp.path });
    const chunks = Array.from({ length: 9_000 }, (_, index) =>
      chunkOf(index === 4_321 ? "the nee" : index === 4_322 ? "dle " : "hay "),
    );
    const calls = Array.from({ length: 4_000 }, (_, index) =>
      update({
        sessionUpdate: "tool_call",
        toolCallId: `c${index}`,
        title: index === 7 ? "a needle too" : "x",
        status: "completed",
      }),
    );
    await write(store, "s1", promptOf("go"), ...chunks, ...calls, { type: "note", level: "info", text: "last needle" });
    expect(places(await search(store, "needle"))).toEqual(["s1 agent_message 2", "s1 tool_call 9009", "s1 note 13002"]);
  });

  it("omits a session that is deleted during the search", async () => {
    await using temp = await createTempFolder();
    let now = 0;
    const store = createFileSessionStore({ folder: temp.path, clock: { now: () => (now += 1) } });
    for (const id of ["a", "b"]) await write(store, id, { type: "note", level: "info", text: "apple" });
    const hits: string[] = [];
    for await (const { session } of store.search("apple")) {
      hits.push(session.id);
      rmSync(temp.file("a.ndjson"), { force: true });
    }
    expect(hits).toEqual(["b"]);
    writeFileSync(temp.file("a.ndjson"), "");
  });
});

function toBody(kind: string, id: string | undefined, text: string, index: number): SessionEventBody {
  if (kind === "terminal") return { type: "terminal", terminalId: id ?? `t${index}`, output: text };
  if (kind === "message") return chunkOf(text, id);
  const content = { type: "text" as const, text };
  return update({ sessionUpdate: "agent_thought_chunk", content, ...(id !== undefined && { messageId: id }) });
}
