// Our agent below a server, and `parley run` without one, killed at any of their writes; and what has to hold afterwards.
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { openPlace, type Place } from "../e2e/run-parley.ts";
import { call, reaches } from "../e2e/serve/dialects.ts";
import { serve } from "../e2e/serve/served.ts";
import { crashing, type Crash, type CrashResult } from "./crashing-turn.ts";

const OVER = ["completed", "failed", "cancelled"];

/** The server lives on: the turn ends with a reason, and the next one runs. */
export async function crashAgent(crash: Crash): Promise<CrashResult> {
  await using place = await openPlace();
  await using server = await serve(place, ["--level", "bypass"], crashing(crash));
  const broken: string[] = [];
  const begin = { agent: "backend", working_dir: place.work };
  const { id } = await call<{ id: string }>(server, "POST", "/sessions", begin);
  let isKilled = false;
  // An agent that is started again is killed again, until it has fewer writes to do; a person would try again, too.
  for (const text of ["write a.txt hello\nsay the end", "say next"]) {
    const body = { user_message: text };
    const { turn_id } = await call<{ turn_id: string }>(server, "POST", `/sessions/${id}/reply`, body);
    const { state, error } = await reaches(server, turn_id, ...OVER);
    isKilled ||= state === "failed";
    if (state === "cancelled") broken.push("a turn is cancelled without a request");
    if (state === "failed" && (error?.message ?? "") === "") broken.push("a turn failed without a reason");
  }
  await checkFile(place, broken);
  const { turns } = await call<{ turns: unknown[] }>(server, "GET", "/turns?state=in_progress");
  if (turns.length > 0) broken.push(`${turns.length} turns are in_progress`);
  if ((await fetch(`${server.url}/health`)).status !== 200) broken.push("the server is not well");
  return { broken, isKilled };
}

/** Without a server: the log is a file, and a session can be shown and continued. */
export async function crashRun(crash: Crash): Promise<CrashResult> {
  await using place = await openPlace();
  const run = ["run", "--no-server", "--approve", "all"];
  const args = [...run, "--agent", "parley", "write a.txt hello\nsay the end"];
  const { code } = await place.run(args, crashing(crash));
  const broken: string[] = [];
  await checkFile(place, broken);
  const listed = await place.run(["sessions", "list", "--no-server", "--json"]);
  if (listed.code !== 0) broken.push(`the sessions cannot be listed: ${listed.stderr}`);
  const next = await place.run([...run, "--agent", "script", "say next"]);
  if (next.code !== 0 || !next.stdout.includes("next")) broken.push(`the next run fails: ${next.stderr}`);
  return { broken, isKilled: code === null };
}

async function checkFile(place: Place, broken: string[]): Promise<void> {
  if (existsSync(place.file("a.txt"))) {
    const content = await readFile(place.file("a.txt"), "utf8");
    if (content !== "hello") broken.push(`a.txt is ${JSON.stringify(content)}`);
  }
  // A draft is not a file of the user's: it goes with the next write into its folder.
  const names = (await readdir(place.work)).filter((name) => name !== "a.txt" && !name.endsWith(".draft"));
  if (names.length > 0) broken.push(`left in the workspace: ${names.join(", ")}`);
}
