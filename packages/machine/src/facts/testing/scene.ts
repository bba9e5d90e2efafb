// A workspace and a folder outside it, for facts about real files.
import { createFacts, type Facts, type FactsOptions } from "../create-facts.ts";

interface Folder extends AsyncDisposable {
  readonly path: string;
  file(...names: readonly string[]): string;
}

export interface Scene extends AsyncDisposable {
  readonly inside: Folder;
  /** The home folder as well. */
  readonly outside: Folder;
  readonly facts: Facts;
}

export async function setScene(
  createFolder: () => Promise<Folder>,
  options: Partial<FactsOptions> = {},
): Promise<Scene> {
  const [inside, outside] = [await createFolder(), await createFolder()];
  const own = { workspace: inside.path, roots: [inside.path], home: outside.path, inherited: {} };
  return {
    inside,
    outside,
    facts: await createFacts({ ...own, ...options }),
    async [Symbol.asyncDispose]() {
      await inside[Symbol.asyncDispose]();
      await outside[Symbol.asyncDispose]();
    },
  };
}
