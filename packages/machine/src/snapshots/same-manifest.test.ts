import { describe, expect, it } from "vitest";
import type { Entry } from "./entry.ts";
import type { Manifest } from "./manifest.ts";
import { isSameManifest } from "./same-manifest.ts";

const STAMP = { size: 1, ino: 1, mtimeMs: 1, ctimeMs: 1, readAt: 1 };
const BLOB = { hash: "h", pack: "p", offset: 0, size: 1 };
const entry = (path: string, fields: Partial<Entry> = {}): Entry => ({
  path,
  type: "file",
  mode: 0o644,
  blob: BLOB,
  stamp: STAMP,
  ...fields,
});

const manifest = (entries: readonly Entry[], fields: Partial<Manifest> = {}): Manifest =>
  ({
    entries: new Map(entries.map((one) => [one.path, one])),
    skipped: [],
    ignored: [],
    included: [],
    ...fields,
  }) as unknown as Manifest;

const isSame = (one: Manifest, other: Manifest): boolean => {
  expect(isSameManifest(other, one)).toBe(isSameManifest(one, other));
  return isSameManifest(one, other);
};

describe("a folder", () => {
  it("is unchanged if only the times of files and the order of paths differ", () => {
    const touched = entry("b", { stamp: { ...STAMP, mtimeMs: 9 } });
    const one = manifest([entry("a"), entry("b")], { ignored: ["x", "y"], included: ["z", "z"] });
    expect(isSame(one, manifest([touched, entry("a")], { ignored: ["y", "x"], included: ["z"] }))).toBe(true);
    expect(isSame(manifest([]), manifest([]))).toBe(true);
  });

  it.each<[string, Partial<Entry>]>([
    ["name", { path: "b" }],
    ["type", { type: "link" }],
    ["mode", { mode: 0o755 }],
    ["mode that only others have", { mode: 0o640 }],
    ["content", { blob: { ...BLOB, hash: "other" } }],
    ["place in a pack", { blob: { ...BLOB, offset: 7 } }],
    ["pack", { blob: { ...BLOB, pack: "other" } }],
  ])("has changed if a file has another %s", (_what, fields) => {
    expect(isSame(manifest([entry("a")]), manifest([entry("a", fields)]))).toBe(false);
  });

  it("has changed if there is one file more, or something else is left out", () => {
    const plain = manifest([entry("a")], { skipped: [{ path: "s", reason: "too_large" }] } as unknown as Manifest);
    expect(isSame(plain, manifest([entry("a"), entry("b")], { skipped: plain.skipped }))).toBe(false);
    expect(isSame(plain, manifest([entry("a")]))).toBe(false);
    for (const reason of ["unreadable", "too_large"] as readonly string[]) {
      const skipped = [{ path: "s", reason }] as unknown as Manifest["skipped"];
      expect(isSame(plain, manifest([entry("a")], { skipped }))).toBe(reason === "too_large");
    }
    expect(isSame(plain, manifest([entry("a")], { ...plain, ignored: ["x"] }))).toBe(false);
    expect(isSame(plain, manifest([entry("a")], { ...plain, included: ["x"] }))).toBe(false);
  });
});
