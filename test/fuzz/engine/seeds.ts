// Inputs that are kept: each found something once, and is played by every test run.
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "..", "seeds");

interface KeptInput {
  /** What went wrong with it. */
  readonly found: string;
  readonly input: unknown;
}

export async function readKept(target: string): Promise<readonly unknown[]> {
  const folder = join(FOLDER, target);
  const names = await readdir(folder).catch(() => []);
  const texts = await Promise.all(
    names.toSorted((a, b) => a.localeCompare(b)).map((name) => readFile(join(folder, name), "utf8")),
  );
  return texts.map((text) => (JSON.parse(text) as KeptInput).input);
}

/** The path of the file. Its name says what was found as far as a machine can; give it a better one. */
export async function keepInput(target: string, kept: KeptInput): Promise<string> {
  const folder = join(FOLDER, target);
  await mkdir(folder, { recursive: true });
  const text = `${JSON.stringify(kept, undefined, 2)}\n`;
  const path = join(folder, `${createHash("sha256").update(text).digest("hex").slice(0, 12)}.json`);
  await writeFile(path, text);
  return path;
}
