// A folder with many small files, as a large project has them.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

const FILES_PER_FOLDER = 40;

export async function writeManyFiles(folder: string, count: number): Promise<void> {
  for (let index = 0; index < count; index += FILES_PER_FOLDER) {
    const parent = join(folder, `area-${index % 7}`, `part-${index / FILES_PER_FOLDER}`);
    await mkdir(parent, { recursive: true });
    const names = Array.from({ length: Math.min(FILES_PER_FOLDER, count - index) }, (_, offset) => index + offset);
    await Promise.all(
      names.map((name) => writeFile(join(parent, `file-${name}.ts`), `export const value = ${name};\n`.repeat(20))),
    );
  }
}
