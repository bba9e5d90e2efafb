import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writeFiles } from "../checkpoints/testing/open-checkpoints.ts";
import { COMMAND_FILE_BYTES_MAX, COMMAND_FILES_MAX, COMMAND_PROBLEMS_MAX } from "../limits.ts";
import { openScene, type CommandScene } from "./testing/command-scene.ts";
import { loadUserCommands, type LoadedCommands } from "./user-commands.ts";

interface Written {
  /** In the project. */
  readonly project?: Readonly<Record<string, string>>;
  readonly own?: Readonly<Record<string, string>>;
}

async function load(
  scene: CommandScene,
  { project = {}, own = {} }: Written,
  isTrusted = true,
): Promise<LoadedCommands> {
  const { cwd, parleyHome } = scene.ground;
  await writeFiles(join(cwd, ".parley/commands"), project);
  await writeFiles(join(parleyHome, "commands"), own);
  return loadUserCommands({ cwd, parleyHome, isTrusted });
}

async function problemsOf(file: string, name = "x.md"): Promise<readonly string[]> {
  await using scene = await openScene();
  const { problems, commands } = await load(scene, { project: { [name]: file, "fine.md": "Fine." } });
  expect(commands.map((command) => command.name)).toContain("fine");
  return problems.map(({ message, remedy }) => `${message.replace(scene.ground.cwd, "")}. ${remedy?.label}`);
}

describe("commands from files", () => {
  it("are prompts with places for what was typed", async () => {
    await using scene = await openScene();
    const { commands, problems } = await load(scene, {
      project: {
        "fix.md": "---\ndescription: Fixes an issue\nargument-hint: [number] [how]\n---\n\nFix issue $1. $ARGUMENTS\n",
        "team/ship.md": "Ship it.",
      },
      own: { "mine.md": "\uFEFF---\r\ndescription: 'Mine'\r\n---\r\nHello $1\r\n" },
    });
    expect(problems).toEqual([]);
    expect(commands.map(({ name, description, hint }) => [name, description, hint])).toEqual([
      ["fix", "Fixes an issue", "[number] [how]"],
      ["team:ship", "Ship it.", "anything to add"],
      ["mine", "Mine", "arguments"],
    ]);
    await using typed = await openScene({}, commands);
    expect(await typed.prompt("/fix 12 soon")).toBe("Fix issue 12. 12 soon");
    expect(await typed.prompt("/team:ship on friday")).toBe("Ship it.\n\non friday");
    expect(await typed.prompt("/mine you")).toBe("Hello you");
  });

  it("are the user's own in their home, trusted or not", async () => {
    await using scene = await openScene();
    const cwd = scene.ground.cwd;
    const parleyHome = join(cwd, ".parley");
    await writeFiles(join(parleyHome, "commands"), { "mine.md": "Hello" });
    const { commands, problems } = await loadUserCommands({ cwd, parleyHome, isTrusted: false });
    expect(commands.map(({ name }) => name)).toEqual(["mine"]);
    expect(problems).toEqual([]);
  });

  it("are empty without a folder", async () => {
    await using scene = await openScene();
    expect(await load(scene, {})).toEqual({ commands: [], problems: [] });
  });

  it("of an untrusted folder are not used, and the user is notified", async () => {
    await using scene = await openScene();
    const { commands, problems } = await load(scene, { project: { "x.md": "x" }, own: { "y.md": "y" } }, false);
    expect(commands.map(({ name }) => name)).toEqual(["y"]);
    expect(problems).toMatchObject([
      { code: "bad_config", message: expect.stringMatching(/not trusted/), remedy: { command: "parley trust add" } },
    ]);
  });

  it("of the project come before the user's own", async () => {
    await using scene = await openScene();
    const { commands } = await load(scene, { project: { "x.md": "The project's." }, own: { "x.md": "Mine." } });
    expect(commands.map(({ description }) => description)).toEqual(["The project's."]);
  });

  it("may change mode and model", async () => {
    await using scene = await openScene();
    const { commands } = await load(scene, {
      project: {
        "test.md": "---\nmode: qa\nmodel: anthropic/small-4\n---\nTest it.",
        "other.md": "---\nmode: assistant\n---\nHelp.",
        "wrong.md": "---\nmodel: nobody/has-it\n---\nx",
      },
    });
    await using typed = await openScene({}, commands);
    expect(await typed.prompt("/test")).toBe("Test it.");
    expect(await typed.prompt("/test")).toBe("Test it.");
    await typed.prompt("/other");
    expect(typed.changes).toEqual([
      { modeId: "qa", modelId: "anthropic/small-4" },
      { slot: "assistant", modeId: "assistant" },
    ]);
    expect(await typed.say("/wrong")).toMatch(/^Model nobody\/has-it not found\. Available: anthropic/);
  });
});

describe("a command's file that is broken", () => {
  it.each([
    ["no text", "---\ndescription: x\n---\n", /x\.md cannot be used: it has no text/],
    ["empty", "  \n", /it has no text/],
    ["a front matter without end", "---\ndescription: x\n", /its front matter does not end/],
    ["no YAML", "---\ndescription: a: b: c\n---\nx", /the field description, line 2, is not YAML/],
    ["no YAML further down", "---\nmode: qa\nmodel: [\n---\nx", /line \d+,? is not YAML/],
    ["no fields", "---\njust text\n---\nx", /its front matter is empty/],
    [
      "a list for a text",
      "---\ndescription: [a, b]\n---\nx",
      /the field description is invalid. Use text for description/,
    ],
    ["a mode that is too long", `---\nmode: ${"x".repeat(100)}\n---\nx`, /the field mode is invalid/],
    ["an alias", "---\na: &a [x]\nb: *a\n---\nx", /is not YAML/],
    ["a front matter like a book", `---\ndescription: ${"x".repeat(9_000)}\n---\nx`, /front matter is longer/],
    ["too large", "x".repeat(COMMAND_FILE_BYTES_MAX + 1), /could not be read/],
    ["binary", "\0\0", /could not be read/],
  ])("is a problem that names it, and harms no other: %s", async (_, file, expected) => {
    const problems = await problemsOf(file);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^The command \/\.parley\/commands\/x\.md /);
    expect(problems[0]).toMatch(expected);
  });

  it("is used in spite of a field that means nothing", async () => {
    expect(await problemsOf("---\nallowed-tools: Bash\n---\nx")).toEqual([
      "The command /.parley/commands/x.md has an unknown field allowed-tools. Remove it or fix its name",
    ]);
  });

  it("has no name that is taken or cannot be typed", async () => {
    expect(await problemsOf("x", "Undo.md")).toEqual([expect.stringMatching(/name of another command: \/Undo/)]);
    expect(await problemsOf("x", "two words.md")).toEqual([expect.stringMatching(/has an invalid name/)]);
  });

  it.skipIf(process.platform === "win32")("may not lead out of the project", async () => {
    await using scene = await openScene();
    const { cwd, parleyHome } = scene.ground;
    await writeFiles(parleyHome, { "secret.md": "secret" });
    await mkdir(join(cwd, ".parley/commands"), { recursive: true });
    await symlink(join(parleyHome, "secret.md"), join(cwd, ".parley/commands/x.md"));
    await symlink("nowhere.md", join(cwd, ".parley/commands/y.md"));
    const { commands, problems } = await load(scene, { own: { "real.md": "r" } });
    expect(commands.map(({ name }) => name)).toEqual(["real"]);
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringMatching(/x\.md could not be read/),
      expect.stringMatching(/y\.md could not be read/),
    ]);
  });

  it.skipIf(process.platform === "win32")("may lead anywhere from the user's own folder", async () => {
    await using scene = await openScene();
    const { cwd, parleyHome } = scene.ground;
    await writeFiles(cwd, { "dotfiles/x.md": "Mine." });
    await mkdir(join(parleyHome, "commands"), { recursive: true });
    await symlink(join(cwd, "dotfiles/x.md"), join(parleyHome, "commands/x.md"));
    expect((await load(scene, {})).commands.map(({ name }) => name)).toEqual(["x"]);
  });

  it("is not UTF-8", async () => {
    await using scene = await openScene();
    await load(scene, { project: { "fine.md": "fine" } });
    await writeFile(join(scene.ground.cwd, ".parley/commands/x.md"), Buffer.from([0x61, 0xff, 0xfe, 0x62]));
    expect((await load(scene, {})).problems).toMatchObject([{ message: expect.stringMatching(/x\.md is not UTF-8/) }]);
  });
});

describe("commands from files are bounded", () => {
  it("in number and depth", async () => {
    await using scene = await openScene();
    const many = Array.from({ length: COMMAND_FILES_MAX + 5 }, (_, index) => [`c${index}.md`, "x"]);
    const { commands, problems } = await load(scene, {
      project: { ...Object.fromEntries(many), "a/b/c/d/e/deep.md": "x", "a/.hidden.md": "x", "README.txt": "x" },
    });
    expect(commands).toHaveLength(COMMAND_FILES_MAX);
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringMatching(/is more than 4 folders deep/),
      expect.stringMatching(/has more than \d+ commands/),
    ]);
  });

  it("in problems", async () => {
    await using scene = await openScene();
    const many = Array.from({ length: COMMAND_PROBLEMS_MAX + 5 }, (_, index) => [`c${index}.md`, ""]);
    const { problems } = await load(scene, { project: Object.fromEntries(many) });
    expect(problems).toHaveLength(COMMAND_PROBLEMS_MAX + 1);
    expect(problems.at(-1)?.message).toBe("5 more problems with commands");
  });
});
