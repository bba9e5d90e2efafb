// The table itself: names, paths and scopes that a reader can rely on.
import { describe, expect, it } from "vitest";
import type { Operation } from "./operation.ts";
import { operations, toExtensionMethod } from "./table.ts";

const rows = Object.entries<Operation>(operations);
const fieldsOf = (schema: unknown): string[] => Object.keys((schema as { shape?: object } | undefined)?.shape ?? {});
const pathFields = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

describe("operations", () => {
  it.each(rows)("%s is named resource/verb, in camelCase", (name) => {
    expect(name).toMatch(/^[a-z]+\/[a-z]+([A-Z][a-z]+)*$/);
    expect(toExtensionMethod(name)).toBe(`_parley/${name}`);
  });

  it("have paths and aliases of their own", () => {
    const places = rows.flatMap(([, { method, path, aliases = [] }]) =>
      [path, ...aliases].map((one) => `${method} ${one.replaceAll(/\{\w+\}/g, "{}")}`),
    );
    expect(new Set(places).size).toBe(places.length);
  });

  it.each(rows)("%s can be called with one object of params", (_, { path, query, body }) => {
    // A message may have an id of its own, which nobody reads: that of its session counts.
    const names = [...pathFields(path), ...fieldsOf(query), ...fieldsOf(body).filter((name) => name !== "id")];
    expect(new Set(names).size).toBe(names.length);
    expect(names).not.toContain("_meta");
  });

  it.each(rows.filter(([, { method }]) => method !== "get"))(
    "%s changes something: a reader may not",
    (_, { scope }) => {
      expect(["drive", "admin"]).toContain(scope);
    },
  );

  it.each(rows.filter(([name]) => /\/(add|remove)Extension$|^extensions\//.test(name)))(
    "%s takes admin",
    (_, { scope }) => {
      expect(scope).toBe("admin");
    },
  );

  it.each(rows)("%s replies with JSON, or is left to HTTP", (_, { reply, isHttpOnly }) => {
    expect(reply.contentType !== undefined).toBe(isHttpOnly === true);
    expect(reply.status === 204 && reply.schema !== undefined).toBe(false);
  });

  it("take booleans and numbers as text, too: a URL has nothing else", () => {
    const { query } = operations["sessions/get"];
    expect(query.parse({ conversation: false })).toEqual({ conversation: "false" });
    expect(query.parse({ conversation: "true" })).toEqual({ conversation: "true" });
    expect(query.safeParse({ conversation: "no" }).error?.issues[0]?.path).toEqual(["conversation"]);
    expect(operations["turns/list"].query.parse({ limit: "5" })).toEqual({ limit: 5 });
    expect(operations["turns/list"].query.parse({ limit: 5 })).toEqual({ limit: 5 });
  });
});
