// VS Code in another language, as extensions see it. Its own words stay English: a language pack is at a place that tests cannot
// reach.
import { rm, writeFile } from "node:fs/promises";
import type { CodeServer } from "./code-server.ts";

/** Windows that are opened until it is disposed are in German. Written here is what the editor writes for a language pack. */
export async function speakGerman(server: CodeServer): Promise<AsyncDisposable> {
  const [chosen, packs, pack] = [
    server.file("data/User/argv.json"),
    server.file("data/languagepacks.json"),
    server.file("data/german.json"),
  ];
  await writeFile(pack, JSON.stringify({ version: "1.0.0", contents: {} }));
  const extensions = [{ extensionIdentifier: { id: "parley-test.german" }, version: "1.0.0" }];
  const german = { hash: "none", extensions, label: "Deutsch", translations: { vscode: pack } };
  await writeFile(packs, JSON.stringify({ de: german }));
  await writeFile(chosen, JSON.stringify({ locale: "de" }));
  return {
    [Symbol.asyncDispose]: async () => {
      for (const path of [chosen, packs, pack]) await rm(path, { force: true });
    },
  };
}
