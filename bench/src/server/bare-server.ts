// A bare Hono server with one route that answers what it is given: what a request costs without us.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findByPort, WatchedServer } from "./watched-server.ts";

const PROGRAM = fileURLToPath(new URL("./programs/bare-hono.mjs", import.meta.url));

export async function startBare(folder: string, answer: string): Promise<WatchedServer> {
  const file = join(folder, "answer.json");
  await writeFile(file, answer);
  const command = { command: process.execPath, args: [PROGRAM, file], cwd: folder, env: process.env };
  return WatchedServer.start(command, findByPort(/^(\d+)$/m));
}
