// Writing a prompt in the chat: folded pastes, images, attachments, the user's editor, the keys.
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { KEY, leave, openReady, paste, READY } from "./chat-driver.ts";
import { openPlace, type Place } from "./run-parley.ts";

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

let place: Place;
beforeEach(async () => {
  place = await openPlace();
});
afterEach(() => place[Symbol.asyncDispose]());

/** A program that the chat finds before any other of that name. */
async function withProgram(name: string, script: string): Promise<Readonly<Record<string, string>>> {
  const folder = join(place.home, "programs");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
  await chmod(join(folder, name), 0o755);
  return { PATH: `${folder}${delimiter}${process.env["PATH"] ?? ""}` };
}

/** The content blocks of the last prompt, from the session's log. */
async function lastPrompt(): Promise<
  readonly { readonly type: string; readonly text?: string; readonly data?: string }[]
> {
  const { stdout } = await place.run(["sessions", "show", "latest", "--json"]);
  const events = stdout.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
  return events.findLast(({ type }) => type === "prompt").prompt;
}

describe("a long paste", () => {
  const lines = Array.from({ length: 40 }, (_, line) => `line ${line}`).join("\n");

  it("is one label in the input, and sent in full", async () => {
    using chat = await openReady(place);
    chat.types("look: ");
    chat.types(paste(lines));
    await chat.sees("look: [Pasted text 1, 40 lines]");
    await chat.sees("Tab expands the paste");
    chat.types(" thanks\r");
    await chat.sees("line 39 thanks");
    await chat.sees("You wrote");
    expect(await leave(chat)).toBe(0);
    expect(await lastPrompt()).toEqual([{ type: "text", text: `look: ${lines} thanks` }]);
  });

  it("is deleted with one key, and written out with Tab to be edited", async () => {
    using chat = await openReady(place);
    chat.types(paste(lines));
    await chat.sees("[Pasted text 1, 40 lines]");
    chat.types(KEY.backspace);
    await chat.sees(READY);
    chat.types(paste(lines));
    await chat.sees("[Pasted text");
    chat.types("\t");
    await chat.sees("line 39");
    chat.types(`${KEY.backspace}8\r`);
    await chat.sees("You wrote");
    expect(await leave(chat)).toBe(0);
    expect(await lastPrompt()).toEqual([{ type: "text", text: `${lines.slice(0, -1)}8` }]);
  });
});

describe("an image", () => {
  it("comes from the clipboard with Ctrl-V", async () => {
    await writeFile(join(place.home, "clipboard.png"), Buffer.from(PNG, "base64"));
    const env = await withProgram("xclip", `exec cat "${join(place.home, "clipboard.png")}"`);
    using chat = await openReady(place, { env });
    chat.types("what is ");
    chat.types(KEY.ctrlV);
    await chat.sees("what is [Image 1, 70 bytes]");
    await chat.sees("attached: Image 1, 70 bytes");
    chat.types("?\r");
    await chat.sees("@ [image: image/png, 72 bytes]");
    await chat.sees("You wrote");
    expect(await leave(chat)).toBe(0);
    expect(await lastPrompt()).toEqual([
      { type: "text", text: "what is [Image 1, 70 bytes]?" },
      { type: "image", data: PNG, mimeType: "image/png" },
    ]);
  });

  it("is not there: the chat says so", async () => {
    const env = await withProgram("xclip", "exit 1");
    using chat = await openReady(place, { env });
    chat.types(KEY.ctrlV);
    await chat.sees("The clipboard has no image.");
    expect(await leave(chat)).toBe(0);
  });

  it("is mentioned by its path when it is dropped on the terminal, and goes with the prompt", async () => {
    await writeFile(place.file("a dot.png"), Buffer.from(PNG, "base64"));
    using chat = await openReady(place);
    chat.types(paste(place.file("a dot.png").replaceAll(" ", "\\ ")));
    await chat.sees(`@"${place.file("a dot.png")}"`);
    await chat.sees("attached: a dot.png, 70 bytes");
    chat.types("\r");
    await chat.sees("You wrote");
    expect(await leave(chat)).toBe(0);
    expect(await lastPrompt()).toMatchObject([{ type: "text" }, { type: "image", data: PNG }]);
  });
});

it("shows what is attached while it is typed", async () => {
  await writeFile(place.file("notes.md"), "one\ntwo\n");
  using chat = await openReady(place);
  chat.types("see @notes.md and @notes.md:1-2 ");
  await chat.sees("attached: notes.md, 8 bytes · notes.md:1-2");
  expect(await leave(chat)).toBe(0);
});

describe("the editor", () => {
  it("opens with Ctrl-G, with pastes written out, and its text is the prompt", async () => {
    const env = await withProgram("edit-it", `cp "$2" "${place.home}/seen"; printf 'say %s' "$1" > "$2"`);
    using chat = await openReady(place, { env: { ...env, VISUAL: "edit-it edited", EDITOR: "false" } });
    chat.types("first ");
    chat.types(paste("long\n".repeat(20)));
    await chat.sees("[Pasted text 1, 20 lines]");
    chat.types(KEY.ctrlG);
    await chat.sees("› say edited");
    chat.types("\r");
    await chat.sees("\nedited");
    expect(await leave(chat)).toBe(0);
    expect(await readFile(join(place.home, "seen"), "utf8")).toBe(`first ${"long\n".repeat(20)}`);
  });

  it("fails: the prompt is unchanged", async () => {
    using chat = await openReady(place, { env: { VISUAL: "", EDITOR: "false" } });
    chat.types("say kept");
    await chat.sees("say kept");
    chat.types(KEY.ctrlG);
    await chat.sees('The editor "false" exited with code 1; the prompt is unchanged');
    await chat.sees("› say kept");
    chat.types("\r");
    await chat.sees("\nkept");
    expect(await leave(chat)).toBe(0);
  });
});

it("shows the keys with ?, until another key is pressed", async () => {
  using chat = await openReady(place);
  chat.types("?");
  await chat.sees("Shift-Tab           the next mode");
  await chat.sees("Ctrl-T              the next approval level");
  chat.types(KEY.escape);
  await chat.sees(READY);
  chat.types("what?");
  await chat.sees("› what?");
  expect(await leave(chat)).toBe(0);
});
