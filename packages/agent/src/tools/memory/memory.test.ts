import { createFakeClock } from "@parley/test-support";
import { mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createToolScene, diffsIn, type ToolScene } from "../testing/tool-scene.ts";
import { forgetTool } from "./forget.ts";
import { NOTE_FILE_BYTES_MAX, NOTES_MAX } from "../../limits.ts";
import { readNotes } from "./read-notes.ts";
import { recallTool } from "./recall.ts";
import { rememberTool } from "./remember.ts";

const projectFolder = (scene: ToolScene): string => join(scene.workspace, ".parley", "memory");
const userFolder = (scene: ToolScene): string => join(scene.context.parleyHome, "memory");

describe("remember", () => {
  it("keeps a project note as a file that a person can read, after the diff was shown and judged", async () => {
    await using scene = await createToolScene();
    const note = { title: "Use pnpm", text: "npm breaks the **lock file**.", tags: ["build"] };
    const { prepared, text } = await scene.call(rememberTool, note);
    const path = join(projectFolder(scene), "use-pnpm.md");
    const content =
      "---\ntitle: Use pnpm\ntags: [build]\ndate: 2026-01-01T00:00:00.000Z\n---\n\nnpm breaks the **lock file**.\n";
    expect(await readFile(path, "utf8")).toBe(content);
    expect(diffsIn(prepared.content)).toEqual([{ path, newText: content }]);
    expect(prepared.subjects).toEqual([
      { request: { kind: "write", path }, facts: expect.objectContaining({ real: path, kind: "missing" }) },
    ]);
    expect(text).toContain(path);
  });

  it("changes nothing before it is executed", async () => {
    await using scene = await createToolScene();
    await scene.prepare(rememberTool, { title: "a", text: "b" });
    await expect(stat(projectFolder(scene))).rejects.toThrow("ENOENT");
  });

  it("keeps a user note in our own folder, where only this person reads it", async () => {
    await using scene = await createToolScene();
    const { prepared } = await scene.call(rememberTool, { title: "Tabs", text: "Prefers tabs.", scope: "user" });
    expect(prepared.subjects.map(({ request }) => request.kind)).toEqual(["tool"]);
    const path = join(userFolder(scene), "tabs.md");
    expect(await readFile(path, "utf8")).toContain("Prefers tabs.");
    expect((await stat(path)).mode & 0o777).toBe(process.platform === "win32" ? 0o666 : 0o600);
    expect(await readdir(userFolder(scene))).toEqual(["tabs.md"]);
  });

  it("replaces a note of the same title, however it is spelled", async () => {
    await using scene = await createToolScene();
    await scene.call(rememberTool, { title: "Use pnpm", text: "old" });
    const { prepared, text } = await scene.call(rememberTool, { title: " use  PNPM", text: "new" });
    expect(prepared.title).toMatch(/Update note/);
    expect(text).toMatch(/Replaced/);
    expect(await readNotes(scene.context)).toEqual([expect.objectContaining({ title: "use PNPM", text: "new" })]);
  });

  it.each([
    ["../../outside", "outside.md"],
    ["/etc/passwd", "etc-passwd.md"],
    ["..\\..\\windows", "windows.md"],
    ["CON", "con-HASH.md"],
    ["nul", "nul-HASH.md"],
    ["com1", "com1-HASH.md"],
    ["...", "HASH.md"],
    ["日本語", "HASH.md"],
    ["a\0b:c*d?", "a-b-c-d.md"],
    ["Übergröße", "ubergro-e.md"],
    ["x".repeat(120), `${"x".repeat(60)}.md`],
  ])("keeps a note called %j inside its folder", async (title, name) => {
    await using scene = await createToolScene();
    await scene.call(rememberTool, { title, text: "t" });
    const names = await readdir(projectFolder(scene));
    expect(names.map((one) => one.replace(/[0-9a-f]{8}(?=\.md$)/, "HASH"))).toEqual([name]);
    expect(await readdir(scene.temp.path)).toEqual(["workspace"]);
    const [note] = await readNotes(scene.context);
    expect(note?.title).toBe(title.replace("\0", " "));
    expect((await scene.call(forgetTool, { title: note?.title })).outcome.isError).toBeUndefined();
    expect(await readdir(projectFolder(scene))).toEqual([]);
  });

  it("keeps notes apart whose titles come down to one name", async () => {
    await using scene = await createToolScene();
    await scene.call(rememberTool, { title: "a b", text: "one" });
    await scene.call(rememberTool, { title: "a/b", text: "two" });
    expect((await readNotes(scene.context)).map(({ title, text }) => [title, text])).toEqual([
      ["a b", "one"],
      ["a/b", "two"],
    ]);
  });

  it.each(["project", "user"])("loses none of two %s notes that chose one name at the same time", async (scope) => {
    await using scene = await createToolScene();
    const signal = new AbortController().signal;
    const run = { callId: "c", signal, show: () => undefined };
    const calls = await Promise.all(
      ["a b", "a/b"].map((title) => scene.prepare(rememberTool, { title, text: title, scope })),
    );
    const outcomes = await Promise.all(calls.map((call) => call.execute(run)));
    expect(outcomes.filter(({ isError }) => isError === true)).toHaveLength(1);
    expect(await readNotes(scene.context)).toHaveLength(1);
  });

  it("leaves out what looks like a secret, and says so", async () => {
    await using scene = await createToolScene();
    const { text } = await scene.call(rememberTool, { title: "Key", text: "token=abcdefgh12345678 for CI" });
    expect(text).toMatch(/secret/);
    expect((await readNotes(scene.context))[0]?.text).toBe("token=… for CI");
  });

  it("refuses one note too many, but still changes those there are", async () => {
    await using scene = await createToolScene();
    await mkdir(projectFolder(scene), { recursive: true });
    for (let index = 0; index < NOTES_MAX; index += 1) {
      await writeFile(join(projectFolder(scene), `n${index}.md`), `---\ntitle: n${index}\n---\nx`);
    }
    expect(await scene.fail(rememberTool, { title: "more", text: "x" })).toMatch(/Forget some first/);
    expect((await scene.call(rememberTool, { title: "n3", text: "y" })).text).toMatch(/Replaced/);
  });

  it("does not write through a link that leads out of the workspace", async () => {
    await using scene = await createToolScene();
    await mkdir(join(scene.workspace, ".parley"));
    await mkdir(scene.temp.file("elsewhere"));
    await symlink(scene.temp.file("elsewhere"), projectFolder(scene));
    const { outcome, text } = await scene.call(rememberTool, { title: "a", text: "b" });
    expect(outcome.isError).toBe(true);
    expect(text).toMatch(/outside/);
    expect(await readdir(scene.temp.file("elsewhere"))).toEqual([]);
  });

  it("does nothing once it was cancelled", async () => {
    await using scene = await createToolScene();
    for (const scope of ["project", "user"]) {
      const { outcome } = await scene.call(rememberTool, { title: "a", text: "b", scope }, AbortSignal.abort());
      expect(outcome.isError).toBe(true);
    }
    expect(await readNotes(scene.context)).toEqual([]);
  });

  it.each([{ title: "", text: "x" }, { title: "a", text: " " }, { title: "a", text: "b", scope: "world" }, {}])(
    "refuses %j",
    (input) => {
      expect(rememberTool.input.safeParse(input).success).toBe(false);
    },
  );
});

describe("recall", () => {
  async function createKnowing(): Promise<ToolScene> {
    const clock = createFakeClock();
    const scene = await createToolScene({ clock });
    const notes = [
      { title: "Deploy to staging", text: "Run make deploy, then wait.", tags: ["release"] },
      { title: "Database", text: "Postgres 16; migrations with make migrate before a deploy." },
      { title: "Style", text: "Zwei Leerzeichen, keine Tabs.", scope: "user" },
    ];
    for (const note of notes) {
      await scene.call(rememberTool, note);
      clock.advance(86_400_000);
    }
    return scene;
  }

  it("lists all titles without a query", async () => {
    await using scene = await createKnowing();
    const { text, prepared } = await scene.call(recallTool, {});
    expect(text.split("\n")).toEqual([
      "There are 3 notes:",
      "- Database (project, 2026-01-02)",
      "- Deploy to staging (project, 2026-01-01, tags: release)",
      "- Style (user, 2026-01-03)",
    ]);
    expect(prepared.subjects.map(({ request }) => request.kind)).toEqual(["read"]);
  });

  it("puts the best match first", async () => {
    await using scene = await createKnowing();
    const { text } = await scene.call(recallTool, { query: "how do I DEPLOY?" });
    expect(text.indexOf("## Deploy to staging")).toBe(0);
    expect(text).toContain("## Database");
    expect(text).not.toContain("## Style");
    expect((await scene.call(recallTool, { query: "migrat" })).text).toMatch(/^## Database/);
    expect((await scene.call(recallTool, { query: "release" })).text).toMatch(/^## Deploy/);
    expect((await scene.call(recallTool, { query: "leerzeichen", scope: "user" })).text).toMatch(/^## Style/);
  });

  it("says that nothing was found, and what there is", async () => {
    await using scene = await createKnowing();
    expect((await scene.call(recallTool, { query: "zebra" })).text).toMatch(/^No note has these words\. There are 3:/);
    await using empty = await createToolScene();
    expect((await empty.call(recallTool, { query: "zebra" })).text).toBe("No notes yet.");
  });

  it("reads what a person wrote by hand, and leaves what is no note alone", async () => {
    await using scene = await createToolScene();
    const folder = projectFolder(scene);
    await mkdir(join(folder, "folder.md"), { recursive: true });
    await writeFile(join(folder, "plain.md"), "# By hand\n\ntext");
    await writeFile(join(folder, "bare.md"), "only text");
    await writeFile(join(folder, "odd.md"), "---\r\ntitle: 'Quoted: yes'\r\ntags: a, b\r\ndate: soon\r\n---\r\ntext");
    await writeFile(join(folder, "open.md"), "---\ntitle: never closed\n");
    await writeFile(join(folder, "other.txt"), "x");
    await writeFile(join(folder, "huge.md"), "x".repeat(NOTE_FILE_BYTES_MAX + 1));
    await writeFile(scene.temp.file("secret.md"), "---\ntitle: secret\n---\nx");
    await symlink(scene.temp.file("secret.md"), join(folder, "link.md"));
    const notes = await readNotes(scene.context);
    expect(notes.map(({ title, tags, text }) => [title, tags, text])).toEqual([
      ["bare", [], "only text"],
      ["By hand", [], "# By hand\n\ntext"],
      ["open", [], "---\ntitle: never closed"],
      ["Quoted: yes", ["a", "b"], "text"],
    ]);
  });

  it("does not follow a folder that is a link out of the workspace", async () => {
    await using scene = await createToolScene();
    await mkdir(scene.temp.file("elsewhere"));
    await writeFile(scene.temp.file("elsewhere", "a.md"), "x");
    await mkdir(join(scene.workspace, ".parley"));
    await symlink(scene.temp.file("elsewhere"), projectFolder(scene));
    expect(await readNotes(scene.context)).toEqual([]);
  });
});

describe("forget", () => {
  it("removes the note, of the scope that was meant", async () => {
    await using scene = await createToolScene();
    await scene.call(rememberTool, { title: "Same", text: "p" });
    await scene.call(rememberTool, { title: "Same", text: "u", scope: "user" });
    const { prepared } = await scene.call(forgetTool, { title: "same" });
    expect(prepared.subjects.map(({ request }) => request.kind)).toEqual(["delete"]);
    expect((await readNotes(scene.context)).map(({ scope }) => scope)).toEqual(["user"]);
    await scene.call(forgetTool, { title: "same", scope: "user" });
    expect(await readNotes(scene.context)).toEqual([]);
  });

  it("says which notes there are when there is no such one", async () => {
    await using scene = await createToolScene();
    expect(await scene.fail(forgetTool, { title: "x" })).toMatch(/no project notes exist/);
    await scene.call(rememberTool, { title: "Real", text: "p" });
    expect(await scene.fail(forgetTool, { title: "x" })).toBe('No project note "x" found. Available: "Real".');
    expect(await scene.fail(forgetTool, { title: "../../workspace" })).toMatch(/No project note/);
  });

  it("says so when the note went away meanwhile", async () => {
    await using scene = await createToolScene();
    for (const scope of ["project", "user"]) {
      await scene.call(rememberTool, { title: "Gone", text: "p", scope });
      const first = await scene.prepare(forgetTool, { title: "Gone", scope });
      await scene.call(forgetTool, { title: "Gone", scope });
      const signal = new AbortController().signal;
      const outcome = await first.execute({ callId: "c", signal, show: () => undefined });
      expect(outcome.isError).toBe(true);
    }
  });
});
