// `parley serve --database`: sessions in PostgreSQL, and what it says if that does not work.
import { POSTGRES } from "@parley/test-support/postgres";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openPlace, type Place } from "../run-parley.ts";
import { call, reaches, readLog } from "./dialects.ts";
import { ended, run, textOf } from "./rest.ts";
import { serve } from "./served.ts";
import { testPostgres } from "./test-database.ts";

const PASSWORD = "secret-of-tests";

async function refused(place: Place, url: string): Promise<string> {
  const { code, stdout, stderr } = await place.run(["serve", "--port", "0", "--no-feed"], {
    env: { DATABASE_URL: url },
  });
  expect(code).not.toBe(0);
  expect(stdout + stderr).not.toContain(PASSWORD);
  return stderr;
}

describe.skipIf(POSTGRES === undefined)("a server with its sessions in PostgreSQL", { timeout: 180_000 }, () => {
  it("serves, is killed, and has everything when it is started again", async () => {
    const postgres = await testPostgres();
    const url = await postgres.createDatabase();
    await using place = await openPlace();
    const first = await serve(place, ["--database", url]);
    const cmdline = `/proc/${first.pid}/cmdline`;
    expect(existsSync(cmdline) ? readFileSync(cmdline, "utf8") : "").not.toContain(PASSWORD);
    const done = await run(first, "say a needle in the haystack", { agent: "script" });
    expect([done.status, textOf(done)]).toEqual(["completed", "a needle in the haystack"]);
    const file = place.file("asked.txt");
    const asking = await run(first, `write ${file} hello`, { agent: "backend", mode: "async" });
    await reaches(first, asking.run_id, "awaiting");
    first.running.child.kill("SIGKILL");
    await first.running.ended;
    expect(existsSync(join(place.home, "parley.db"))).toBe(false);

    await using server = await serve(place, [], { env: { DATABASE_URL: url } });
    const found = await call<object>(server, "GET", "/sessions/search?q=needle");
    expect(JSON.stringify(found)).toContain(done.session_id);
    const log = await readLog(server, done.session_id);
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1));
    const path = `/interactions?session_id=${asking.session_id}&state=pending`;
    const { interactions } = await call<{ interactions: readonly { id: string }[] }>(server, "GET", path);
    const [question] = interactions;
    await call(server, "POST", `/interactions/${question?.id}`, { action: "allow_once" });
    expect((await ended(server, asking.run_id)).status).toBe("completed");
    expect(readFileSync(file, "utf8")).toBe("hello");
  });

  it("says why it does not start, without the password", async () => {
    const postgres = await testPostgres();
    await using place = await openPlace();
    expect(await refused(place, "mysql://root@localhost/x")).toMatch(/not one of PostgreSQL.*postgres:\/\/USER/s);
    const nowhere = `postgres://parley:${PASSWORD}@127.0.0.1:1/parley`;
    expect(await refused(place, nowhere)).toMatch(/cannot be reached.*Check that PostgreSQL is running/s);
    expect(await refused(place, postgres.urlOf("no_such"))).toMatch(/"no_such" does not exist.*createdb/s);
  });
});
