// `parley blame`: which session and turn touched a file, or a line of it, last.
import { readFile, rename, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { openPlace, type Place } from "./run-parley.ts";
import { serve } from "./serve/served.ts";

const LINES = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`);

interface Blamed {
  readonly touches: readonly { readonly session_id: string; readonly turn: number; readonly change: string }[];
  readonly line?: {
    readonly found: string;
    readonly touch?: { readonly session_id: string; readonly turn: number; readonly prompt: string };
    readonly written_by?: { readonly title: string };
  };
}

async function blame(place: Place, ...args: readonly string[]): Promise<Blamed> {
  const { code, stdout, stderr } = await place.run(["blame", ...args, "--json"]);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Blamed;
}

async function play(place: Place, script: string, ...args: readonly string[]): Promise<void> {
  expect((await place.run(["run", "--approve", "all", ...args, script])).code).toBe(0);
}

describe("parley blame", { timeout: 180_000 }, () => {
  it("finds the turns of a file over sessions, and who wrote a line, whatever was edited since", async () => {
    await using place = await openPlace();
    await using server = await serve(place);
    await writeFile(place.file("a.txt"), `${LINES.join("\n")}\n`);
    await play(place, "edit a.txt line 5 => FIVE");
    await play(place, "edit a.txt line 10 => TEN", "--continue");
    await play(place, "edit a.txt line 15 => FIFTEEN");
    const text = await readFile(place.file("a.txt"), "utf8");
    await writeFile(place.file("a.txt"), `a new line\n${text.replace("line 18", "my line")}`);
    const { touches } = await blame(place, "a.txt");
    const [third, second, first] = touches;
    expect(touches.map(({ turn, change }) => `${turn} ${change}`)).toEqual(["1 modified", "2 modified", "1 modified"]);
    expect([first?.session_id === second?.session_id, second?.session_id === third?.session_id]).toEqual([true, false]);
    const line = async (number: number): Promise<Blamed["line"]> =>
      (await blame(place, "a.txt", "--line", `${number}`)).line;
    expect(await line(6)).toMatchObject({ found: "turn", touch: { session_id: first?.session_id, turn: 1 } });
    expect(await line(11)).toMatchObject({
      touch: { session_id: first?.session_id, turn: 2, prompt: "edit a.txt line 10 => TEN" },
      written_by: { title: expect.stringContaining("a.txt") },
    });
    expect(await line(16)).toMatchObject({ touch: { session_id: third?.session_id, turn: 1 } });
    expect(await line(1)).toEqual({ found: "elsewhere" });
    expect(await line(19)).toEqual({ found: "elsewhere" });
    expect(await line(3)).toEqual({ found: "untouched" });
    const plain = await place.run(["blame", "a.txt", "--line", "11"]);
    expect(plain.stdout).toMatch(new RegExp(`${first?.session_id} +2 +modified`));
    expect((await place.run(["blame", "a.txt", "--line", "99"])).stderr).toContain("the file has 21 lines");
    expect((await place.run(["blame", "none.txt"])).stderr).toContain("No turn touched this file.");
    const relative = await server.fetch("/history?path=a.txt");
    expect(await relative.json()).toMatchObject({ code: "bad_input", message: expect.stringContaining("absolute") });
    // What was rewound no longer counts.
    await place.run(["sessions", "rewind", `${first?.session_id}`, "--turn", "2", "--keep-files"]);
    expect((await blame(place, "a.txt")).touches.map(({ turn }) => turn)).toEqual([1, 1]);
  });

  it("follows a file that was renamed, without a server, and leaves out what was undone", async () => {
    await using place = await openPlace();
    await play(place, `write old.txt ${LINES.join(" ")}`);
    await play(place, "run mv old.txt new.txt", "--continue");
    const { touches } = await blame(place, "new.txt");
    expect(touches.map(({ turn, change }) => `${turn} ${change}`)).toEqual(["2 renamed", "1 added"]);
    expect((await blame(place, "new.txt", "--line", "1")).line).toMatchObject({ found: "turn", touch: { turn: 1 } });
    expect((await place.run(["sessions", "undo"])).code).toBe(0);
    await rename(place.file("old.txt"), place.file("new.txt"));
    expect((await blame(place, "new.txt")).touches).toMatchObject([{ is_undone: true }, {}]);
  });
});
