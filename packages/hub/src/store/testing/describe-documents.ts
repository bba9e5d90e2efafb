// What every store does with recipes and with documents of the dialects.
import { expect, it } from "vitest";
import type { SavedRecipe } from "../../api/recipes.ts";
import { toSession, type OpenStore } from "./rows.ts";

function toRecipe(id: string, createdAtMs: number, title = "A recipe"): SavedRecipe {
  return { id, createdAtMs, recipe: { version: "1.0.0", title, description: "Does it", activities: ["one"] } };
}

export function describeDocuments(open: OpenStore): void {
  it("returns recipes, the latest first", async () => {
    await using store = await open();
    for (const [id, ms] of [
      ["a", 1],
      ["b", 3],
      ["c", 1],
    ] as const) {
      await store.putRecipe(toRecipe(id, ms));
    }
    expect((await store.listRecipes()).map(({ id }) => id)).toEqual(["b", "c", "a"]);
    await store.putRecipe(toRecipe("a", 1, "Changed"));
    expect(await store.getRecipe("a")).toEqual(toRecipe("a", 1, "Changed"));
    await store.putDocument("note", "n", "a", 1);
    await store.deleteRecipe("a");
    await store.deleteRecipe("none");
    expect(await store.getRecipe("a")).toBeUndefined();
    expect(await store.getDocument("note", "n")).toBeUndefined();
    expect((await store.listRecipes()).map(({ id }) => id)).toEqual(["b", "c"]);
  });

  it("returns documents by kind and id, and by owner", async () => {
    await using store = await open();
    await store.insertSession(toSession());
    const value = { url: "https://example.com", list: [1, null, { deep: true }] };
    await store.putDocument("push", "b", "s1", value);
    await store.putDocument("push", "a", "s1", "text");
    await store.putDocument("other", "a", "s1", null);
    await store.putDocument("push", "c", "s2", 3);
    expect(await store.getDocument("push", "b")).toEqual(value);
    expect(await store.getDocument("other", "a")).toBeNull();
    expect(await store.getDocument("push", "none")).toBeUndefined();
    expect(await store.listDocuments("push", "s1")).toEqual([
      { id: "a", value: "text" },
      { id: "b", value },
    ]);
    await store.putDocument("push", "a", "s2", "moved");
    expect(await store.listDocuments("push", "s1")).toEqual([{ id: "b", value }]);
    await store.deleteDocument("push", "a");
    expect(await store.listDocuments("push", "s2")).toEqual([{ id: "c", value: 3 }]);
    expect(await store.getDocument("other", "a")).toBeNull();
  });

  it("replaces a document for exactly one of several callers", async () => {
    await using store = await open();
    const first = { text: "one \u0000 \uD800 'two' \"three\"", gone: undefined };
    await store.putDocument("plan", "a", "plans", first);
    const given = Array.from({ length: 8 }, (_, at) => ({ ...first, at }));
    const isReplaced = await Promise.all(given.map((value) => store.replaceDocument("plan", "a", first, value)));
    expect(isReplaced.filter(Boolean)).toHaveLength(1);
    const kept = given[isReplaced.indexOf(true)];
    expect(await store.listDocuments("plan", "plans")).toEqual([{ id: "a", value: kept }]);
    expect(await store.replaceDocument("plan", "a", first, undefined)).toBe(false);
    expect(await store.replaceDocument("plan", "none", first, first)).toBe(false);
    expect(await store.replaceDocument("plan", "a", kept, undefined)).toBe(true);
    expect(await store.listDocuments("plan", "plans")).toEqual([]);
  });
}
