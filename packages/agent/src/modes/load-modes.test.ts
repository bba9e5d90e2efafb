import { createTempFolder, type TempFolder } from "@parley/test-support";
import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BUILT_IN_MODES } from "./built-in.ts";
import { MODE_FILE_BYTES_MAX, MODE_FILES_MAX, MODE_PROBLEMS_MAX } from "../limits.ts";
import { loadModes, type LoadedModes } from "./load-modes.ts";
import type { AgentMode } from "./mode.ts";

let temp: TempFolder;
beforeEach(async () => {
  temp = await createTempFolder();
  await mkdir(temp.file("project", ".parley", "modes"), { recursive: true });
  await mkdir(temp.file("home", "modes"), { recursive: true });
});
afterEach(() => temp[Symbol.asyncDispose]());

const inProject = (name: string): string => temp.file("project", ".parley", "modes", name);
const inHome = (name: string): string => temp.file("home", "modes", name);
const load = (isTrusted = true): Promise<LoadedModes> =>
  loadModes({ cwd: temp.file("project"), parleyHome: temp.file("home"), isTrusted });
const find = ({ modes }: LoadedModes, id: string): AgentMode | undefined => modes.find((mode) => mode.id === id);
const toMarkdown = (front: string, body = "Do it."): string => `---\n${front}\n---\n\n${body}\n`;

/** What is said of the one file that is wrong. */
async function problemOf(name: string, text: string | Uint8Array): Promise<string> {
  await writeFile(inProject(name), text);
  const { modes, problems } = await load();
  expect(modes).toEqual(BUILT_IN_MODES);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatchObject({ code: "bad_config" });
  expect(problems[0]?.message).toContain(inProject(name));
  return `${problems[0]?.message} | ${problems[0]?.remedy?.label}`;
}

describe("modes", () => {
  it("are the built-in ones without files", async () => {
    expect(await load()).toEqual({ modes: BUILT_IN_MODES, problems: [] });
    const nowhere = { cwd: temp.file("no"), parleyHome: temp.file("way"), isTrusted: true };
    expect(await loadModes(nowhere)).toEqual({ modes: BUILT_IN_MODES, problems: [] });
  });

  it("are read from Markdown with front matter", async () => {
    const front = [
      "name: Docs writer",
      "description: Writes documents",
      "when_to_use: Documentation, README",
      "slot: assistant",
      "category: session",
      "tool_groups:",
      "  - read",
      "  - group: edit",
      String.raw`    file_regex: '\.md$'`,
      "internal: true",
    ].join("\r\n");
    await writeFile(inProject("docs.md"), `\uFEFF---\r\n${front}\r\n---\r\n\r\nWrite well.\r\n---\r\nAlways.\r\n`);
    const loaded = await load();
    expect(loaded.problems).toEqual([]);
    expect(find(loaded, "docs")).toEqual({
      id: "docs",
      slot: "assistant",
      name: "Docs writer",
      description: "Writes documents",
      whenToUse: "Documentation, README",
      category: "session",
      groups: ["read", { group: "edit", fileRegex: String.raw`\.md$` }],
      instructions: "Write well.\n---\nAlways.",
      isInternal: true,
      isDeprecated: undefined,
    });
  });

  it("are read from YAML and JSON as well, and need little", async () => {
    await writeFile(inHome("one.yaml"), "description: First\ninstructions: |\n  Do one.\n");
    await writeFile(
      inHome("file-name.json"),
      JSON.stringify({ slug: "two", description: "Second", instructions: "Do two.", tool_groups: "read" }),
    );
    const loaded = await load();
    expect(loaded.problems).toEqual([]);
    expect(find(loaded, "one")).toMatchObject({
      slot: "coding",
      name: "one",
      whenToUse: "First",
      groups: [],
      instructions: "Do one.",
    });
    expect(find(loaded, "two")).toMatchObject({ groups: ["read"] });
    expect(find(loaded, "file-name")).toBeUndefined();
  });

  it("replace one another: the project's those of the user, and those of the user ours, in their place and slot", async () => {
    await writeFile(inHome("judge.md"), toMarkdown("description: of the user"));
    await writeFile(inHome("qa.md"), toMarkdown("description: of the user"));
    await writeFile(inProject("qa.md"), toMarkdown("description: of the project"));
    const loaded = await load();
    expect(loaded.modes.map(({ id }) => id)).toEqual(BUILT_IN_MODES.map(({ id }) => id));
    expect(find(loaded, "qa")?.description).toBe("of the project");
    expect(find(loaded, "judge")).toMatchObject({ description: "of the user", slot: "assistant" });
  });

  it("of an untrusted folder are not used, which is reported", async () => {
    await writeFile(inProject("qa.md"), toMarkdown("description: of the project"));
    await writeFile(inHome("mine.md"), toMarkdown("description: of the user"));
    const loaded = await load(false);
    expect(find(loaded, "qa")).toEqual(BUILT_IN_MODES.find(({ id }) => id === "qa"));
    expect(find(loaded, "mine")).toBeDefined();
    expect(loaded.problems).toMatchObject([
      { message: expect.stringContaining("not trusted"), remedy: { command: "parley trust add" } },
    ]);
  });
});

describe("a broken mode file", () => {
  it.each<[name: string, text: string | Uint8Array, said: RegExp]>([
    ["a.md", "no front matter", /no front matter/],
    ["a.md", "---\ndescription: x\nand no end", /no front matter/],
    ["a.md", "", /no front matter/],
    ["a.md", toMarkdown("description: x", ""), /instructions/],
    ["a.md", toMarkdown("name: x"), /description/],
    ["a.md", toMarkdown("description: ''"), /description/],
    ["a.md", toMarkdown("description: 7"), /description/],
    ["a.md", toMarkdown(`description: ${"x".repeat(2_000)}`), /description.*at most 1000/],
    ["a.md", toMarkdown("description: [unclosed"), /line \d+ is not YAML/],
    ["a.md", toMarkdown("description: x\ndescription: y"), /line 3 is not YAML/],
    ["a.md", toMarkdown("description: !!js/function x"), /not YAML/],
    ["a.md", toMarkdown("- a\n- b"), /no fields/],
    ["a.md", toMarkdown("description: x\ntool_group: [read]"), /tool_group .*did you mean "tool_groups"/],
    ["a.md", toMarkdown("description: x\n__proto__: {internal: true}"), /__proto__/],
    ["a.md", toMarkdown("description: x\nslot: kitchen"), /slot.*coding, assistant/],
    ["a.md", toMarkdown("description: x\ncategory: LlmOnly"), /category.*session, llm_only, prompt_only/],
    ["a.md", toMarkdown("description: x\ninternal: yes please"), /internal.*true or false/],
    ["a.md", toMarkdown("description: x\ntool_groups: [7]"), /tool_groups/],
    ["a.md", toMarkdown("description: x\ntool_groups: [' ']"), /tool_groups/],
    ["a.md", toMarkdown("description: x\ntool_groups: [{group: edit, files: '*'}]"), /tool_groups/],
    ["a.md", toMarkdown("description: x\ntool_groups: [{group: edit, file_regex: 7}]"), /file_regex/],
    ["a.md", toMarkdown("description: x\ntool_groups: [{group: edit, file_regex: '(a'}]"), /a \) for every \(/],
    [
      "a.md",
      toMarkdown(String.raw`{description: x, tool_groups: [{group: edit, file_regex: '(a)\1'}]}`),
      /back references/,
    ],
    [
      "a.md",
      toMarkdown("description: x\ntool_groups: [{group: command, file_regex: a}]"),
      /file_regex.*only with developer, read, edit/,
    ],
    ["a.md", toMarkdown(`description: x\ntool_groups: [${"read, ".repeat(100)}]`), /64 groups at most/],
    ["a.md", toMarkdown("description: x\nid: Bad Id"), /\bid\b.*lower-case letters/],
    ["Bad Name.md", toMarkdown("description: x"), /lower-case letters/],
    ["auto.md", toMarkdown("description: x"), /level of approval/],
    ["a.json", "{", /not JSON/],
    ["a.json", "[]", /no fields/],
    ["a.yaml", "just text", /no fields/],
    ["a.yaml", "&a {x: *a}", /YAML|expected one of/],
    ["a.yaml", `description: &a [x, x]\nname: [${"*a, ".repeat(50)}]`, /without aliases/],
    ["a.yaml", "[".repeat(10_000), /YAML/],
    ["a.yaml", "{a: ".repeat(3_000), /YAML/],
    ["a.yaml", `description: ${"x".repeat(20_000)}`, /YAML is over 16384 .*Markdown/],
    ["a.md", `${toMarkdown("description: x")}${"x".repeat(MODE_FILE_BYTES_MAX)}`, /too large|limit/],
    ["a.md", Buffer.concat([Buffer.from(toMarkdown("description: x")), Buffer.from([0xff, 0xfe])]), /not UTF-8/],
    ["a.md", Buffer.from([0x2d, 0, 0, 1]), /could not be read/],
  ])("%s (%#) is named with its field and what to do", async (name, text, said) => {
    expect(await problemOf(name, text)).toMatch(said);
  });

  it("harms no other, and what is no mode is left alone", async () => {
    await writeFile(inProject("broken.md"), "broken");
    await writeFile(inProject("good.md"), toMarkdown("description: x"));
    await writeFile(inProject("README.txt"), "not a mode");
    await writeFile(inProject(".hidden.md"), "not a mode");
    const loaded = await load();
    expect(find(loaded, "good")).toBeDefined();
    expect(loaded.problems).toHaveLength(1);
  });

  it("may be one of two with the same id", async () => {
    await writeFile(inProject("a.md"), toMarkdown("description: first"));
    await writeFile(inProject("b.md"), toMarkdown("description: second\nid: a"));
    const loaded = await load();
    expect(find(loaded, "a")?.description).toBe("first");
    expect(loaded.problems).toMatchObject([{ message: expect.stringContaining("has the same id a as a.md") }]);
  });

  it("may lead out of the project, be no file at all, or be out of reach", async () => {
    await writeFile(temp.file("secret.md"), toMarkdown("description: x"));
    await symlink(temp.file("secret.md"), inProject("link.md"));
    await symlink("nowhere.md", inProject("dead.md"));
    await mkdir(inProject("folder.md"));
    const { modes, problems } = await load();
    expect(modes).toEqual(BUILT_IN_MODES);
    expect(problems.map(({ message }) => message.split(" ")[2])).toEqual(
      ["dead.md", "folder.md", "link.md"].map(inProject),
    );
    for (const { remedy } of problems) expect(remedy?.label).toBe("Fix or remove the file");
  });

  it("is no file of the user's own that is kept elsewhere", async () => {
    await writeFile(temp.file("mine.md"), toMarkdown("description: x"));
    await symlink(temp.file("mine.md"), inHome("mine.md"));
    expect(find(await load(), "mine")).toBeDefined();
  });

  it.skipIf(process.getuid?.() === 0)("may be in a folder that cannot be opened", async () => {
    await chmod(temp.file("home", "modes"), 0);
    expect((await load()).problems).toMatchObject([{ message: expect.stringContaining("could not be read") }]);
    await chmod(temp.file("home", "modes"), 0o700);
  });

  it("is one of many: the rest is counted", async () => {
    for (let index = 0; index < MODE_FILES_MAX + 5; index += 1)
      await writeFile(inHome(`m${String(index).padStart(3, "0")}.md`), "broken");
    const { problems } = await load();
    expect(problems).toHaveLength(MODE_PROBLEMS_MAX + 1);
    expect(problems[0]?.message).toContain(`has ${MODE_FILES_MAX + 5} modes`);
    expect(problems.at(-1)?.message).toBe(`${MODE_FILES_MAX + 1 - MODE_PROBLEMS_MAX} more problems with modes`);
  });
});
