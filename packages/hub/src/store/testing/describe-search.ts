// How every store searches.
import { expect, it } from "vitest";
import type { HubStore } from "../../api/store.ts";
import { toSession, toText, type OpenStore } from "./rows.ts";

const PLACE = { sessionId: "s1", seq: 1, at: toText("").at, what: toText("").what };

async function seqsOf(store: HubStore, query: string, limit = 10): Promise<number[]> {
  return (await store.search(query, limit)).map(({ seq }) => seq);
}

/** Each query, and whether it finds the text. Every store agrees. */
const CASES: readonly (readonly [text: string, query: string, isFound: boolean])[] = [
  ["Crème brûlée", "creme BRULEE", true],
  ["Cre\u0300me", "crème", true],
  ["creme", "crème", true],
  ["Straße", "strasse", false],
  ["Straße", "STRAßE", true],
  ["ΟΔΟΣ και οδός", "οδοσ", true],
  ["Привет, МИР", "мир привет", true],
  ["İstanbul ısı", "istanbul", true],
  ["ısı", "isi", false],
  ["日本語 テスト", "テスト", true],
  ["日本語 テスト", "本", false],
  ["한국어 검색", "검색", true],
  ["foo_bar.baz(qux)", "bar", true],
  ["foo_bar.baz(qux)", '"foo bar baz"', true],
  ["foo_bar.baz(qux)", "foobar", false],
  ["src/hub/open-hub.ts:42", "open-hub.ts", true],
  ["src/hub/open-hub.ts:42", "hub:42", false],
  ["src/hub/open-hub.ts:42", "ts:42", true],
  ["don't panic", "don't", true],
  ["don't panic", "dont", false],
  ["don't panic", "t panic", true],
  ["version 1.2.3-beta", "1.2.3", true],
  ["version 1.2.3-beta", "1.3", false],
  ["https://example.com/a?b=c#d", "example.com", true],
  ["mail me@example.com", "me@example.com", true],
  ["to be or not to be", '"be or not"', true],
  ["to be or not to be", '"be not"', false],
  ["to be or not to be", '"to be" not', true],
  ["one two three", "one -two", true],
  ["one two three", '"three one"', false],
  ["½ and Ⅷ and ²", "½", true],
  ["tab\tand\nnewline", '"tab and newline"', true],
  ["the cat sat", "ca*", false],
  ["the cat sat", "cat OR dog", false],
  ["a".repeat(150), "a".repeat(150), true],
  ["a".repeat(150), "a".repeat(149), false],
];

export function describeSearch(open: OpenStore): void {
  it("finds texts with all the words, the latest first", async () => {
    await using store = await open();
    await store.insertSession(toSession());
    await store.indexTexts([
      toText("The quick brown fox", { seq: 1, at: 3_000 }),
      toText("A FOX, and a Dog", { seq: 2, at: 9_000 }),
      toText("the dog is quick; Ärger über Größe", { seq: 3, at: 1_000 }),
      toText("C:\\users\\fox.txt says foo_bar()", { seq: 4, at: 2_000, what: "tool_call" }),
    ]);
    expect(await seqsOf(store, "fox")).toEqual([2, 1, 4]);
    expect(await seqsOf(store, "FOX quick")).toEqual([1]);
    expect(await seqsOf(store, "quick dog")).toEqual([3]);
    expect(await seqsOf(store, '"quick brown" fox')).toEqual([1]);
    expect(await seqsOf(store, '"brown quick"')).toEqual([]);
    expect(await seqsOf(store, "fo")).toEqual([]);
    expect(await seqsOf(store, "ärger ÜBER")).toEqual([3]);
    expect(await seqsOf(store, "fox.txt")).toEqual([4]);
    expect(await seqsOf(store, "fox", 2)).toEqual([2, 1]);
    expect(await seqsOf(store, "fox ***")).toEqual([2, 1, 4]);
    for (const nothing of ["", "  ", "***", '"', '""', "elephant", "\u0000"]) {
      expect(await seqsOf(store, nothing)).toEqual([]);
    }
    expect(await store.search("users", 1)).toEqual([
      { sessionId: "s1", seq: 4, at: 2_000, what: "tool_call", excerpt: "C:\\users\\fox.txt says foo_bar()" },
    ]);
  });

  it("keeps the order of a thousand texts with the same time", async () => {
    await using store = await open();
    await store.insertSession(toSession());
    await store.indexTexts(Array.from({ length: 2_500 }, (_, seq) => toText("alike", { seq })));
    await store.indexTexts([toText("alike", { seq: 5_000, at: 900 }), toText("alike", { seq: 6_000, at: 2_000 })]);
    const seqs = await seqsOf(store, "alike", 10_000);
    expect(seqs).toEqual([6_000, ...Array.from({ length: 2_500 }, (_, index) => 2_499 - index), 5_000]);
  });

  it("shows a match on one line, with its context", async () => {
    await using store = await open();
    await store.insertSession(toSession());
    const long = "word ".repeat(500);
    await store.indexTexts([
      toText(`${long}\n\tthe\u0002 Needle\n${long}`, { seq: 1, at: 2 }),
      toText(`${"x".repeat(5_000)} needle ${"y".repeat(5_000)}`, { seq: 2, at: 1 }),
    ]);
    const [first, second, ...rest] = await store.search("needle", 10);
    expect(rest).toEqual([]);
    expect(first?.excerpt).toMatch(/^…[\w ]+ the Needle [\w ]+…$/);
    expect(second?.excerpt).toMatch(/^…x+ needle y+…$/);
    for (const hit of [first, second]) expect(hit?.excerpt.length).toBeLessThan(300);
  });

  it("has one text per event and kind, and none of a deleted session", async () => {
    await using store = await open();
    await store.insertSession(toSession());
    await store.indexTexts([toText("before"), toText("thought before", { what: "thought" })]);
    await store.indexTexts([toText("after"), toText("after all", { sessionId: "none" })]);
    expect((await store.search("before", 10)).map(({ what }) => what)).toEqual(["thought"]);
    expect((await store.search("after", 10)).map(({ sessionId }) => sessionId)).toEqual(["s1"]);
    const deleted = store.deleteSession("s1");
    await store.indexTexts([toText("before it was gone", { seq: 2 })]);
    await deleted;
    expect(await store.search("before", 10)).toEqual([]);
    await store.insertSession(toSession());
    expect(await store.search("after", 10)).toEqual([]);
  });
}

export function describeWords(open: OpenStore): void {
  it.each(CASES)("searches %j for %j: %s", async (text, query, isFound) => {
    await using store = await open();
    await store.insertSession(toSession());
    await store.indexTexts([toText(text), toText("of another matter", { seq: 2 })]);
    const hits = await store.search(query, 10);
    const excerpt = text.replaceAll(/\s+/g, " ");
    expect(hits).toEqual(isFound ? [{ ...PLACE, excerpt }] : []);
  });
}

export function describeRewoundSearch(open: OpenStore): void {
  it("leaves out what a session was rewound to before", async () => {
    await using store = await open();
    await store.insertSession(toSession({ abandoned: [{ from: 3, to: 5, by: 6 }] }));
    await store.insertSession(toSession({ id: "s2" }));
    const seqs = [2, 3, 5, 6];
    await store.indexTexts(seqs.map((seq) => toText("alike", { seq, at: seq })));
    await store.indexTexts([toText("alike", { sessionId: "s2", seq: 4, at: 1 })]);
    expect(await seqsOf(store, "alike", 3)).toEqual([6, 2, 4]);
    await store.updateSession("s1", { abandoned: [] });
    expect(await seqsOf(store, "alike")).toEqual([6, 5, 3, 2, 4]);
  });
}
