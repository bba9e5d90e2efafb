// Files: read, made and changed by the agent's own tools or through the client.
import { readFile, writeFile } from "node:fs/promises";
import { must, play, sawResult, type Check } from "./check.ts";

export const read: Check = {
  holds: "the file's content reaches the model",
  async run(scene) {
    const content = scene.word();
    const path = scene.file("notes.txt");
    await writeFile(path, `first line\n${content}\nlast line\n`);
    const played = await play(scene, [`read ${path}`, "say done"]);
    must(sawResult(played, content), "the content did not reach the model", played);
    return undefined;
  },
};

export const write: Check = {
  holds: "a file that was not there is there, with its content",
  async run(scene) {
    const content = `${scene.word()}\nsecond line\n`;
    const path = scene.file("made.txt");
    const played = await play(scene, [`write ${path} ${JSON.stringify(content)}`, "say done"]);
    const found = await readText(path);
    must(found?.trimEnd() === content.trimEnd(), `the file has ${JSON.stringify(found)}`, played);
    return undefined;
  },
};

export const edit: Check = {
  holds: "one line of a file is changed, the others are not",
  async run(scene) {
    const path = scene.file("poem.txt");
    await writeFile(path, "alpha\nbeta\ngamma\n");
    // Some agents change only what they have read.
    const played = await play(scene, [`read ${path}`, "then", `edit ${path} beta => BETA`, "say done"]);
    const found = await readText(path);
    must(found === "alpha\nBETA\ngamma\n", `the file has ${JSON.stringify(found)}`, played);
    return undefined;
  },
};

/** Undefined if it is not there. */
export async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
