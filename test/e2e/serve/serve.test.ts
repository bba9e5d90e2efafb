// The server as a process: ready, refused, ended in good order or not at all.
import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openPlace } from "../run-parley.ts";
import { sees, serve } from "./served.ts";

interface Listed {
  readonly sessions: readonly { readonly id: string; readonly name: string; readonly status: string }[];
}

describe("parley serve", { timeout: 90_000 }, () => {
  it("prints its address, accepts the token, and exits cleanly", async () => {
    await using place = await openPlace();
    await using server = await serve(place);
    const { url, token, pid } = server;
    expect(await (await fetch(`${url}/health`)).json()).toEqual({ status: "ok" });
    expect((await fetch(`${url}/agents`)).status).toBe(401);
    const { agents } = (await (await server.fetch("/agents?limit=100")).json()) as {
      agents: readonly { name: string }[];
    };
    const names = agents.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["backend", "qa", "assistant", "script"]));
    const file = join(place.home, "server.json");
    expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({ url, pid });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readFile(join(place.home, "token"), "utf8")).trim()).toBe(token);
    const { code, stdout } = await server.end();
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${JSON.stringify({ url, token, pid })}\n` });
    expect(existsSync(file)).toBe(false);
  });

  it("tells users how to connect, and shows its sessions on the live feed", async () => {
    await using place = await openPlace();
    const running = place.start(["serve", "--port", "0", "--feed-port", "0"]);
    let text = "";
    running.child.stdout.on("data", (chunk: string) => (text += chunk));
    await sees(running, "Ctrl-C stops the server");
    expect(await place.run(["run", "say Watched"])).toMatchObject({ code: 0 });
    const { url } = JSON.parse(await readFile(join(place.home, "server.json"), "utf8")) as { readonly url: string };
    const feed = /parley watch (\S+)/.exec(text)?.[1] ?? "";
    const watched = await place.run(["watch", "--once", "--json", feed]);
    expect(JSON.parse(watched.stdout)).toMatchObject({ sessions: [{ title: "say Watched", agentId: "script" }] });
    running.child.kill("SIGINT");
    const { code, stdout, stderr } = await running.ended;
    expect(code).toBe(0);
    expect(stderr).toContain("Shutting down");
    expect(stdout).toContain(`Parley is serving ${url}`);
  });

  it("prints the link of a server that is already running", async () => {
    await using place = await openPlace();
    await using server = await serve(place);
    const { code, stdout, stderr } = await place.run(["serve", "--port", "0"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(stderr).toContain(`${server.url}/?token=${server.token}`);
    expect(stderr).toContain("parley server stop");
    const { url, token, pid } = server;
    const forProgram = await place.run(["serve", "--port", "0", "--json"]);
    expect(JSON.parse(forProgram.stdout)).toEqual({ url, token, pid });
    expect((await server.fetch("/agents")).status).toBe(200);
  });

  it("reports a port in use and an origin that is too wide, and does not listen beyond this machine by default", async () => {
    await using place = await openPlace();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const address = other.address();
    const port = typeof address === "object" ? String(address?.port) : "";
    const taken = await place.run(["serve", "--port", port]);
    other.close();
    expect(taken).toMatchObject({ code: 2, stdout: "" });
    // And nothing else, such as the log of a store that was closed meanwhile.
    expect(taken.stderr.trimEnd().split("\n")).toEqual([
      `Port ${port} is in use by another program`,
      expect.stringContaining("parley serve --port 0"),
    ]);
    const remote = await place.run(["serve", "--port", "0", "--host", "0.0.0.0"]);
    expect(remote).toMatchObject({ code: 2, stdout: "" });
    expect(remote.stderr).toContain("--allow-remote");
    const wide = await place.run(["serve", "--port", "0", "--allow-origin", "https://*.com"]);
    expect(wide).toMatchObject({ code: 2, stdout: "" });
    expect(wide.stderr).toContain('--allow-origin "https://*.com" cannot be used');
    expect(existsSync(join(place.home, "server.json"))).toBe(false);
  });

  it("lets a turn finish before it exits", async () => {
    await using place = await openPlace();
    await using server = await serve(place, ["--grace-seconds", "60"]);
    const running = place.start(["run", "say Begun\nwait 1500\nsay Done"]);
    await sees(running, "Begun");
    const ended = server.end();
    expect(await running.ended).toMatchObject({ code: 0, stdout: expect.stringContaining("Done") as string });
    expect((await ended).code).toBe(0);
  });

  it("does not wait after a second signal, and marks what it interrupted", async () => {
    await using place = await openPlace();
    const server = await serve(place, ["--grace-seconds", "600"]);
    const body = JSON.stringify({ agent_name: "script", mode: "async", input: [said("wait 600000")] });
    const headers = { authorization: `Bearer ${server.token}`, "content-type": "application/json" };
    const made = await fetch(`${server.url}/runs`, { method: "POST", headers, body });
    const { run_id: runId } = (await made.json()) as { readonly run_id: string };
    server.running.child.kill("SIGTERM");
    // It takes nothing new any more: the first signal has come.
    while ((await server.fetch("/ready")).status !== 503);
    expect((await server.end("SIGTERM")).code).toBe(130);
    await using again = await serve(place);
    const run = (await (await again.fetch(`/runs/${runId}`)).json()) as { readonly status: string };
    expect(["failed", "cancelled"]).toContain(run.status);
  });

  it("has everything again after it was killed", async () => {
    await using place = await openPlace();
    const first = await serve(place);
    expect(await place.run(["run", "say Kept"])).toMatchObject({ code: 0, stdout: "Kept\n" });
    const running = place.start(["run", "say Begun\nwait 600000"]);
    await sees(running, "Begun");
    first.running.child.kill("SIGKILL");
    await first.running.ended;
    running.child.kill("SIGKILL");
    await running.ended;
    await using second = await serve(place);
    const { sessions } = (await (await second.fetch("/sessions")).json()) as Listed;
    expect(sessions.map(({ name, status }) => ({ name, status }))).toEqual([
      { name: expect.stringContaining("say Begun") as string, status: "idle" },
      { name: "say Kept", status: "idle" },
    ]);
    const listed = await place.run(["sessions", "list"]);
    expect(listed.stdout).toContain("say Kept");
    expect(await place.run(["run", "--session", sessions[1]?.id ?? "", "say More"])).toMatchObject({
      stdout: "More\n",
    });
  });
});

function said(text: string): unknown {
  return { role: "user", parts: [{ content_type: "text/plain", content: text }] };
}
