// `parley sessions changes`, `undo`, `keep` and `redo`, with a server and without one.
import { readFile, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { openPlace, type Place } from "./run-parley.ts";
import { serve } from "./serve/served.ts";

const LINES = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`);
const OLD = `${LINES.join("\n")}\n`;
const NEW = `${LINES.with(4, "FIVE").with(29, "THIRTY").join("\n")}\n`;

async function change(place: Place): Promise<void> {
  await writeFile(place.file("a.txt"), OLD);
  const script = "edit a.txt line 5 => FIVE\nedit a.txt line 30 => THIRTY";
  expect((await place.run(["run", "--approve", "all", script])).code).toBe(0);
  expect(await readFile(place.file("a.txt"), "utf8")).toBe(NEW);
}

/** One of two hunks is undone, kept and redone. */
async function review(place: Place): Promise<void> {
  const sessions = (...args: readonly string[]) => place.run(["sessions", ...args]);
  const text = (): Promise<string> => readFile(place.file("a.txt"), "utf8");
  expect((await sessions("changes")).stdout).toContain("a.txt");
  const shown = await sessions("changes", "--path", "a.txt");
  expect(shown.stdout).toContain("Hunk 1 (pending");
  expect(shown.stdout).toContain("+THIRTY");
  const one = ["--path", "a.txt", "--hunk", "1"];
  const undone = await sessions("undo", ...one, "--json");
  expect(JSON.parse(undone.stdout)).toMatchObject({ restored: ["a.txt"], left: [] });
  expect(await text()).toBe(NEW.replace("FIVE", "line 5"));
  const again = await sessions("undo", ...one);
  expect(again).toMatchObject({ code: 1 });
  expect(again.stderr).toContain("undone already");
  expect((await sessions("keep", "--path", "a.txt", "--hunk", "2")).code).toBe(0);
  const { stdout } = await sessions("changes", "--path", "a.txt", "--json");
  const { hunks } = JSON.parse(stdout) as { readonly hunks: readonly { readonly state: string }[] };
  expect(hunks.map(({ state }) => state)).toEqual(["undone", "kept"]);
  expect((await sessions("redo", "--json")).code).toBe(0);
  expect(await text()).toBe(NEW);
  expect((await sessions("undo", "--path", "a.txt")).stderr).toContain("restored a.txt");
  expect(await text()).toBe(OLD);
  const bad = await sessions("undo", "--hunk", "1");
  expect(bad).toMatchObject({ code: 2 });
  expect(bad.stderr).toContain("exactly one --path");
  expect((await sessions("undo", "--path", "a.txt", "--hunk", "9")).stderr).toContain("has no hunk 9");
}

describe("one of two hunks", { timeout: 120_000 }, () => {
  it("is undone through a server", async () => {
    await using place = await openPlace();
    await using server = await serve(place);
    await change(place);
    expect((await server.fetch("/health")).ok).toBe(true);
    await review(place);
  });

  it("is undone without a server", async () => {
    await using place = await openPlace();
    const server = await serve(place);
    await change(place);
    await server[Symbol.asyncDispose]();
    await review(place);
    expect(await readFile(place.file("a.txt"), "utf8")).toBe(OLD);
  });

  it("takes a hub: a session of a run alone is undone by turn and file", async () => {
    await using place = await openPlace();
    await change(place);
    const { code, stderr } = await place.run(["sessions", "undo", "--path", "a.txt", "--hunk", "1"]);
    expect(code).toBe(2);
    expect(stderr).toContain("run without a server");
    expect((await place.run(["sessions", "undo"])).code).toBe(0);
    expect(await readFile(place.file("a.txt"), "utf8")).toBe(OLD);
  });
});
