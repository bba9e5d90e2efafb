// A server was killed, and another program has its port and the number of its process: the token of this home does not go there.
import { startWebServer } from "@parley/test-support";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openPlace } from "../run-parley.ts";
import { serve } from "./served.ts";

it(
  "sends the token only to the server that created it, not to another program on its port",
  { timeout: 90_000 },
  async () => {
    await using place = await openPlace();
    await using server = await serve(place);
    const path = join(place.home, "server.json");
    const entry = JSON.parse(await readFile(path, "utf8")) as Record<string, unknown>;
    expect((await stat(join(place.home, "server-secret"))).mode & 0o777).toBe(0o600);
    expect((await place.run(["sessions", "list"])).stderr).not.toContain("prove");
    await server.end("SIGKILL");

    const seen: string[] = [];
    const answer = { "content-type": "application/json" };
    await using impostor = await startWebServer({
      "/health": (request, response) => {
        seen.push(JSON.stringify(request.headers));
        response.writeHead(200, { ...answer, "parley-proof": "x".repeat(43) }).end('{"status":"ok"}');
      },
      "/ready": (request, response) => {
        seen.push(JSON.stringify(request.headers));
        response.writeHead(200, answer).end('{"status":"ready"}');
      },
    });
    // The file as it was left, of a process that lives again: ours.
    const { boot: _boot, host: _host, ...left } = entry;
    await writeFile(path, JSON.stringify({ ...left, url: impostor.origin, pid: process.pid }));
    const listed = await place.run(["sessions", "list"]);
    expect(listed.stderr).toContain("could not prove that it belongs to this home");
    const ran = await place.run(["run", "--server", impostor.origin, "say hello"]);
    expect(ran).toMatchObject({ code: 3 });
    expect((await place.run(["doctor"])).stdout).toContain("could not prove that it belongs to this home");
    expect(seen.length).toBeGreaterThan(2);

    // One that leaves the challenge without an answer, and would take the token.
    await using silent = await startWebServer({
      "/health": () => undefined,
      "/ready": (request, response) => {
        seen.push(JSON.stringify(request.headers));
        response.writeHead(200, answer).end('{"status":"ready"}');
      },
    });
    await writeFile(path, JSON.stringify({ ...left, url: silent.origin, pid: process.pid }));
    const [asked, quiet] = await Promise.all([
      place.run(["run", "--server", silent.origin, "say hello"]),
      place.run(["sessions", "list"]),
    ]);
    expect(asked).toMatchObject({ code: 3, stderr: expect.stringContaining("it does not respond") as string });
    expect(quiet.stderr).toContain("does not respond");
    expect(silent.requests).not.toContain("/ready");
    expect(seen.join("\n")).not.toContain(server.token);
    expect(impostor.requests.join("\n")).not.toContain(server.token);
  },
);
