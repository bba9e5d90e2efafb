// Bundles the page of the server, and puts it beside the command line, which ships it.
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";

export async function buildPage({ root }) {
  const folder = join(root, "apps", "web");
  await build({ configFile: join(folder, "vite.config.ts"), logLevel: "warn" });
  const shipped = join(root, "apps", "cli", "dist", "page");
  rmSync(shipped, { recursive: true, force: true });
  cpSync(join(folder, "dist", "page"), shipped, { recursive: true });
}
