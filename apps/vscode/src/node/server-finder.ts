// The server of this machine: found by its file and its proof, started by the command that comes with the extension.
import { readTextWithin } from "@parley/home";
import { findRunning } from "@parley/home/running-server";
import { homedir } from "node:os";
import { join } from "node:path";
import { TOKEN_BYTES_MAX } from "../limits.ts";
import type { ServerFinder } from "../extension/server/server-finder.ts";
import { chooseNode } from "./choose-node.ts";
import { runBackend } from "./run-backend.ts";

export interface FinderOptions {
  /** The command line that comes with the extension. */
  readonly program: string;
}

export function createServerFinder({ program }: FinderOptions): ServerFinder {
  const home = process.env["PARLEY_HOME"] ?? join(homedir(), ".parley");
  return {
    find: async () => {
      const place = await findRunning(home);
      if (place === undefined) return undefined;
      const token = await readTextWithin(join(home, "token"), TOKEN_BYTES_MAX);
      return { url: place.url, token: token?.trim() };
    },
    start: async ({ node }) => {
      await runBackend(await chooseNode(node), program, ["server", "start"]);
    },
  };
}
