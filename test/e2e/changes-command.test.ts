// `parley sessions changes`, `undo`, `keep` and `redo`, with a server and without one.
import { fullTextOf, startStubModel, stubScript } from "@parley/test-support/stub-model";
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
  expect(again.stderr).toContain("already undone");
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

  it("is undone after a run without a server", async () => {
    await using place = await openPlace();
    await change(place);
    await review(place);
    expect(await readFile(place.file("a.txt"), "utf8")).toBe(OLD);
  });

  it("is the one that was listed, although two turns changed the file", async () => {
    await using place = await openPlace();
    await change(place);
    expect((await place.run(["run", "-c", "--approve", "all", "edit a.txt line 15 => FIFTEEN"])).code).toBe(0);
    const { stdout } = await place.run(["sessions", "changes", "--path", "a.txt"]);
    expect(stdout.match(/^Hunk .*$|^\+.*$/gm)?.map((line) => line.split(" ").slice(0, 2).join(" "))).toEqual([
      "Hunk 1",
      "+FIVE",
      "Hunk 2",
      "+FIFTEEN",
      "Hunk 3",
      "+THIRTY",
    ]);
    expect((await place.run(["sessions", "undo", "--path", "a.txt", "--hunk", "3"])).code).toBe(0);
    expect((await place.run(["sessions", "undo", "--turn", "2", "--path", "a.txt", "--hunk", "1"])).code).toBe(0);
    expect(await readFile(place.file("a.txt"), "utf8")).toBe(OLD.replace("line 5\n", "FIVE\n"));
  });
});

describe("an undo from the terminal", { timeout: 120_000 }, () => {
  it("is known to our own agent with its next prompt, once", async () => {
    await using place = await openPlace();
    await using model = await startStubModel();
    const env = { PARLEY_MODEL: "openai-compatible/stub-model", OPENAI_BASE_URL: model.url, OPENAI_API_KEY: "stub" };
    await using server = await serve(place, [], { env: { ...env, PARLEY_AGENT: "parley" } });
    await writeFile(place.file("a.txt"), OLD);
    const say = async (...lines: readonly string[]): Promise<string> => {
      const args = ["run", "--agent", "parley", "--approve", "all"];
      const next = model.requests.length === 0 ? [] : ["--continue"];
      const { code, stderr } = await place.run([...args, ...next, stubScript(...lines)], { env });
      expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: 0, stderr: "" });
      const last = model.requests.findLast(({ isSide }) => !isSide);
      return last?.conversation === undefined ? "" : fullTextOf(last.conversation);
    };
    await say("read a.txt", "then", "edit a.txt line 5 => FIVE", "edit a.txt line 30 => THIRTY", "say Done");
    expect(await readFile(place.file("a.txt"), "utf8")).toBe(NEW);
    expect((await place.run(["sessions", "undo", "--path", "a.txt", "--hunk", "1"])).code).toBe(0);
    const told = await say("say Understood");
    expect(told).toContain("The user undid your changes to these files. Read them again before you change them:");
    expect(told).toContain("- a.txt (1 hunk of it)");
    expect((await say("say Again")).split("The user undid")).toHaveLength(2);
    expect((await server.fetch("/health")).ok).toBe(true);
  });
});
