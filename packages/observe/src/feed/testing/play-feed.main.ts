// Lively sessions on a feed, to look at with `parley watch`: `play-feed.main [PORT] [SESSIONS]`. Ends with Ctrl-C.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFeed } from "../open-feed.ts";
import { FakeWatchState } from "./fake-watch-state.ts";
import { LivelySession } from "./lively-session.ts";

const AGENTS = ["goose", "claude-code", "codex", "gemini", "opencode"];
const TITLES = [
  "Fix the flaky scheduler test",
  "Add retries to the queue",
  "Document the limits",
  "Port to Node 24",
  "Review",
];

const [port = "17320", sessions = "3"] = process.argv.slice(2);
const own = process.env["PARLEY_HOME"];
const home = own ?? (await mkdtemp(join(tmpdir(), "parley-play-")));
const feed = await openFeed({ home, port: Number(port) });
process.stdout.write(`${feed.role} ${feed.address.host}:${feed.address.port}\n`);

const players = Array.from({ length: Number(sessions) }, (_, index) => {
  const state = new FakeWatchState(AGENTS[index % AGENTS.length] ?? "agent");
  feed.publish(state);
  const title = TITLES[index % TITLES.length] ?? "";
  return new LivelySession({
    state,
    sessionId: `session-${index + 1}`,
    title,
    cwd: "/home/ada/code/app",
    seed: index + 1,
    nowMs: Date.now,
  });
});
const timer = setInterval(() => {
  for (const player of players) player.play();
}, 100);
process.once("SIGINT", () => {
  clearInterval(timer);
  void feed.close().then(() => (own === undefined ? rm(home, { recursive: true, force: true }) : undefined));
});
