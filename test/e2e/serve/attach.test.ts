// chat, run and sessions while a server runs: they work through it, and say so when they cannot.
import { holdClosedPort } from "@parley/test-support";
import { PseudoTerminal } from "@parley/test-support/pseudo-terminal";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openPlace, PARLEY, type Place } from "../run-parley.ts";
import { serve } from "./served.ts";

interface SessionJson {
  readonly id: string;
  readonly title: string;
  readonly agent: string;
  readonly turns: number;
}

async function list(place: Place, ...args: readonly string[]): Promise<readonly SessionJson[]> {
  const { stdout } = await place.run(["sessions", "list", "--json", ...args]);
  return (JSON.parse(stdout) as { readonly sessions: readonly SessionJson[] }).sessions;
}

describe("with a running server", { timeout: 90_000 }, () => {
  it("run and sessions use it; a run with --no-server is refused the sessions that it has", async () => {
    await using place = await openPlace();
    await using server = await serve(place);
    expect(await place.run(["run", "say Through it"])).toMatchObject({ code: 0, stdout: "Through it\n", stderr: "" });
    const [session] = await list(place);
    expect(session).toMatchObject({ title: "say Through it", agent: "script", turns: 1 });
    expect((await server.fetch(`/sessions/${session?.id ?? ""}`)).status).toBe(200);
    const result = await place.run(["run", "--continue", "--format", "json", "say Again"]);
    expect(JSON.parse(result.stdout)).toMatchObject({ text: "Again", sessionId: session?.id });
    expect(await place.run(["run", "--no-server", "say Alone"])).toMatchObject({ code: 1, stdout: "" });
    expect((await list(place, "--no-server")).map(({ title }) => title)).toEqual(["say Through it"]);
    expect((await list(place)).map(({ title, turns }) => ({ title, turns }))).toEqual([
      { title: "say Through it", turns: 2 },
    ]);
    // The server starts an agent that it knows nothing of by the command that the run brings.
    const own = ["--", process.execPath, PARLEY, "script"];
    expect(await place.run(["run", "say Own", ...own])).toMatchObject({ code: 0, stdout: "Own\n" });
    expect(await list(place)).toHaveLength(2);
  });

  it("sessions are shown, searched, renamed, handed over, exported, imported and deleted", async () => {
    await using place = await openPlace();
    await using server = await serve(place);
    await place.run(["run", "say Earlier words"], { env: place.inSecondHome });
    await place.run(["run", "say Back-pressure"]);
    expect((await place.run(["sessions", "show", "latest"])).stdout).toContain("Back-pressure");
    expect((await place.run(["sessions", "search", "back-pressure"])).stdout).toContain("Back-pressure");
    expect((await place.run(["sessions", "rename", "latest", "Another", "name"])).code).toBe(0);
    const [before] = await list(place);
    expect(before?.title).toBe("Another name");
    const imported = await place.run(["sessions", "import", "latest", "--json", "--server", server.url], {
      env: { ...place.inSecondHome, PARLEY_TOKEN: server.token },
    });
    expect(JSON.parse(imported.stdout)).toMatchObject({ sessions: [{ title: "say Earlier words", turns: 1 }] });
    expect((await place.run(["sessions", "export", before?.id ?? "", "-f", "markdown"])).stdout).toContain(
      "# Another name",
    );
    const handed = await place.run(["run", "--session", before?.id ?? "", "--agent", "qa", "say Handed over"], {
      env: { PARLEY_MODEL: "offline/script" },
    });
    expect(handed.stdout).toContain("Handed over");
    expect((await list(place, "--agent", "qa")).map(({ id }) => id)).toEqual([before?.id]);
    expect((await place.run(["sessions", "delete", before?.id ?? "", "--yes"])).code).toBe(0);
    expect((await list(place)).map(({ title }) => title)).toEqual(["say Earlier words"]);
    expect((await server.end()).code).toBe(0);
  });

  it("the level belongs to the session: the flag sets it, and no client answers by a level of its own", async () => {
    await using place = await openPlace();
    await using server = await serve(place);
    const levelOf = async (): Promise<unknown> => {
      const [session] = await list(place);
      const { level } = (await (await server.fetch(`/sessions/${session?.id ?? ""}`)).json()) as {
        readonly level: unknown;
      };
      return level;
    };
    expect(await place.run(["run", "write a.txt x"])).toMatchObject({ code: 8 });
    expect(await levelOf()).toBe("supervised");
    // A setting that came after the server's start is not this client's to apply to a session of all.
    await writeFile(join(place.home, "config.json"), JSON.stringify({ level: "bypass" }));
    expect(await place.run(["run", "--continue", "write a.txt x"])).toMatchObject({ code: 8 });
    expect(existsSync(place.file("a.txt"))).toBe(false);
    expect(await place.run(["run", "--continue", "--level", "auto", "write a.txt x"])).toMatchObject({ code: 0 });
    expect(await levelOf()).toBe("auto");
    expect(existsSync(place.file("a.txt"))).toBe(true);
    expect(await place.run(["run", "--continue", "write b.txt x"])).toMatchObject({ code: 0 });
    expect(await place.run(["run", "--level", "bypass", "write c.txt x"])).toMatchObject({ code: 0 });
    expect(await levelOf()).toBe("bypass");
  });

  it("chat resumes a session of the server", async () => {
    await using place = await openPlace();
    await using server = await serve(place);
    await place.run(["run", "say From before"]);
    const options = { cwd: place.work, env: { ...place.env, TERM: "xterm-256color" } };
    using chat = new PseudoTerminal(process.execPath, [PARLEY, "chat", "--continue"], options);
    await chat.sees("From before");
    chat.types("write a.txt x\r");
    await chat.sees("Allow");
    chat.types("y");
    await chat.sees("1 file changed");
    chat.types("/exit\r");
    await chat.sees("parley sessions resume ");
    expect(await chat.exited).toBe(0);
    expect((await list(place)).map(({ turns }) => turns)).toEqual([2]);
    expect((await server.end()).code).toBe(0);
  });
});

describe("a server given by its address", { timeout: 90_000 }, () => {
  it("is used with its token, with any home", async () => {
    await using place = await openPlace();
    await using elsewhere = await openPlace();
    await using server = await serve(elsewhere);
    const named = ["--server", server.url];
    const env = { PARLEY_TOKEN: server.token };
    expect(await place.run(["run", ...named, "say Elsewhere"], { env })).toMatchObject({
      code: 0,
      stdout: "Elsewhere\n",
    });
    await writeFile(place.file("token"), `${server.token}\n`);
    expect(await list(place, ...named, "--token-file", place.file("token"))).toHaveLength(1);
    const refused = await place.run(["run", ...named, "say x"], { env: { PARLEY_TOKEN: "not-the-right-token" } });
    expect(refused).toMatchObject({ code: 4, stdout: "" });
    expect(refused.stderr).toContain("rejected the token");
    expect(await place.run(["run", ...named, "say x"])).toMatchObject({ code: 4, stdout: "" });
    const command = await place.run(["run", ...named, "say x", "--", "goose", "acp"], { env });
    expect(command).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("runs on this machine") });
  });

  it("is an error if it is not found", async () => {
    await using place = await openPlace();
    using nowhere = await holdClosedPort();
    const { code, stderr } = await place.run(["run", "--server", `http://127.0.0.1:${nowhere.port}`, "say x"]);
    expect(code).toBe(3);
    expect(stderr).toContain("No server at");
    expect(stderr).toContain("parley serve");
  });

  it("is ignored with a notice if the file names one that does not respond", async () => {
    await using place = await openPlace();
    using nowhere = await holdClosedPort();
    const gone = { url: `http://127.0.0.1:${nowhere.port}`, pid: process.pid, startedAtMs: 1 };
    await writeFile(join(place.home, "server.json"), JSON.stringify(gone));
    const { code, stderr } = await place.run(["sessions", "list"], { env: { PARLEY_SERVER: "auto" } });
    expect(code).toBe(0);
    expect(stderr).toContain("does not respond; continuing without it");
  });
});
