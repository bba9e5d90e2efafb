import { expect, it } from "vitest";
import { toSessionRows, type SessionEntry } from "./session-entry.ts";

const entry = (id: string, folder: string): SessionEntry => ({
  id,
  title: id,
  agent: "Parley",
  folder,
  status: "idle",
  line: "",
  updatedAtMs: 0,
});

it("puts sessions under their folder, in the order of the newest of each", () => {
  const rows = toSessionRows([entry("3", "/a/web"), entry("2", "/b/api"), entry("1", "/a/web")]);
  expect(rows.map((row) => (row.type === "folder" ? row.label : row.entry.id))).toEqual(["web", "3", "1", "api", "2"]);
});

it("names the folder above where two have the same name", () => {
  const rows = toSessionRows([entry("2", "/a/web"), entry("1", "/b/web"), entry("0", "/")]);
  expect(rows.flatMap((row) => (row.type === "folder" ? [row.label] : []))).toEqual(["a/web", "b/web", "/"]);
});
