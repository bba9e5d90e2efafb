// Loaded before every file of `npm run test:three-nodes`: skips what says nothing about three servers.
import { beforeEach } from "vitest";
import { whyOneServer } from "./one-server-only.ts";

beforeEach(({ task, skip }) => {
  const why = whyOneServer(task.file.filepath, task.name);
  if (why !== undefined) skip(why);
});
