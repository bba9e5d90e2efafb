// The app that was made or changed last in a folder: the one that a person means who does not name one.
import type { MadeApp } from "../modes/one-shot/app.ts";
import { APP_HTML_BYTES_MAX } from "../tools/apps/limits.ts";
import { readApps } from "../tools/apps/app-files.ts";
import { readPlainFile } from "../tools/files/plain-files.ts";

export async function findLatestApp(cwd: string): Promise<MadeApp | undefined> {
  const apps = await readApps(cwd);
  const latest = apps.toSorted((a, b) => (a.manifest.updated < b.manifest.updated ? 1 : -1))[0];
  if (latest === undefined) return undefined;
  const html = await readPlainFile(latest.htmlPath, APP_HTML_BYTES_MAX);
  return html === undefined ? undefined : { name: latest.name, title: latest.manifest.title, html };
}
