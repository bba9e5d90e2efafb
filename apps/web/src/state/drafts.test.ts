import type { AttachedChip } from "@parley/chat-model";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DRAFTS_MAX } from "../limits.ts";
import { draftsOf } from "./drafts.ts";

/** The storage of a browser, which refuses values that are longer than a limit. */
class Storage {
  [key: string]: unknown;
  static room = Infinity;

  getItem(key: string): string | null {
    const value = Object.hasOwn(this, key) ? this[key] : undefined;
    return typeof value === "string" ? value : null;
  }

  setItem(key: string, value: string): void {
    if (value.length > Storage.room) throw new Error("QuotaExceededError");
    this[key] = value;
  }

  removeItem(key: string): void {
    delete this[key];
  }
}

const EMPTY = { text: "", chips: [] };
const CHIP = { type: "image", name: "a.png", mimeType: "image/png", data: "x".repeat(500) } as unknown as AttachedChip;

beforeEach(() => {
  Storage.room = Infinity;
  vi.stubGlobal("localStorage", new Storage());
  vi.useFakeTimers({ toFake: ["Date"], now: 1_000 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a draft", () => {
  it("is kept for its session until it is empty", () => {
    const draft = { text: "hello\n👍", chips: [CHIP] };
    expect(draftsOf("s1").draft).toEqual(EMPTY);
    expect(draftsOf("s1").keep(draft)).toBe(true);
    expect(draftsOf("s1").draft).toEqual(draft);
    expect(draftsOf("s").draft).toEqual(EMPTY);
    expect(draftsOf("s1").keep(EMPTY)).toBe(true);
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it("keeps at least its text if the attachments do not fit", () => {
    Storage.room = 200;
    expect(draftsOf("s1").keep({ text: "hello", chips: [CHIP] })).toBe(false);
    expect(draftsOf("s1").draft).toEqual({ text: "hello", chips: [] });
  });

  it.each(["", "{", "null", "[]", '{"text":1,"chips":[]}', '{"text":"a"}', '{"text":"a","chips":{}}'])(
    "is empty if %j is stored",
    (stored) => {
      localStorage.setItem("parley.draft.s1", stored);
      expect(draftsOf("s1").draft).toEqual(EMPTY);
    },
  );

  it("leaves out attachments that it does not understand", () => {
    const text = { type: "text", name: "a.ts", text: "x", uri: "file:///a.ts" };
    const chips = [
      null,
      "a",
      { ...CHIP, data: 1 },
      { ...CHIP, type: "video" },
      { ...text, uri: undefined },
      CHIP,
      text,
    ];
    localStorage.setItem("parley.draft.s1", JSON.stringify({ text: "a", chips }));
    expect(draftsOf("s1").draft).toEqual({ text: "a", chips: [CHIP, text] });
  });
});

it("of many drafts the oldest are dropped, and nothing else in the storage", () => {
  localStorage.setItem("parley.theme", "dark");
  for (let at = 0; at < DRAFTS_MAX; at += 1) {
    vi.setSystemTime(1_000 + at);
    draftsOf(`s${DRAFTS_MAX - at}`).keep({ text: `draft ${at}`, chips: [] });
  }
  draftsOf("s1").keep({ text: "again", chips: [] });
  expect(draftsOf(`s${DRAFTS_MAX}`).draft.text).toBe("draft 0");
  draftsOf("new").keep({ text: "one more", chips: [] });
  expect(draftsOf(`s${DRAFTS_MAX}`).draft).toEqual(EMPTY);
  expect(draftsOf(`s${DRAFTS_MAX - 1}`).draft.text).toBe("draft 1");
  expect(draftsOf("s1").draft.text).toBe("again");
  expect(localStorage.getItem("parley.theme")).toBe("dark");
});
