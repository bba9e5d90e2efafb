// A recording of our client and an agent, played back to our client: it comes to the same transcript.
import { bundleProgram, createTempFolder, scriptedAgent, startProgram } from "@parley/test-support";
import { parseTrace, placeFrames, validateTrace } from "@parley/observe";
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { converse } from "./trace/conversation.ts";

const PROMPTS = [
  "think This will be quick.\nsay Hello!\nplan Look; Change; Test\nusage 100 1000 0.5 USD",
  "read notes.txt\nwrite made.txt fresh words\nedit notes.txt two => three\nrun echo done in $PWD",
  "ask What is your favourite colour?\ntool execute Something else\ntitle A good talk",
  "stop refusal",
];

const program = (name: string): Promise<string> => bundleProgram(new URL(`./trace/${name}.main.ts`, import.meta.url));

describe("parley trace replay", () => {
  it("replays to the client with the same transcript, in another folder", { timeout: 120_000 }, async () => {
    await using folder = await createTempFolder();
    const path = folder.file("trace.ndjson");
    const [record, command, scripted] = await Promise.all([
      program("record"),
      program("command"),
      bundleProgram(scriptedAgent.main),
    ]);
    const real = await converse([process.execPath, record, path, process.execPath, scripted, "{}"], PROMPTS);
    expect(real.stopReasons).toEqual(["end_turn", "end_turn", "end_turn", "refusal"]);

    const text = await readFile(path, "utf8");
    const { counts, findings } = await validateTrace(parseTrace(text));
    expect(findings.filter(({ severity }) => severity !== "info")).toEqual([]);
    expect(counts.error).toBe(0);
    const methods = new Set([...placeFrames(parseTrace(text))].map(({ method }) => method));
    for (const method of ["fs/read_text_file", "fs/write_text_file", "terminal/create", "session/request_permission"])
      expect(methods).toContain(method);

    const stderr = folder.file("stderr");
    const replay = `exec "${process.execPath}" "${command}" replay "${path}" 2> "${stderr}"`;
    const played = await converse(["/bin/sh", "-c", replay], PROMPTS);
    expect(played).toEqual(real);
    expect(await readFile(stderr, "utf8")).toContain("the whole recording; 0 differences, 0 skipped");
  });

  it("reports differences, and fails if they are not allowed", { timeout: 120_000 }, async () => {
    await using folder = await createTempFolder();
    const path = folder.file("trace.ndjson");
    const [record, command, scripted] = await Promise.all([
      program("record"),
      program("command"),
      bundleProgram(scriptedAgent.main),
    ]);
    await converse([process.execPath, record, path, process.execPath, scripted, "{}"], ["say Hello!"]);
    await using replay = startProgram(command, { args: ["replay", path, "--strict"] });
    replay.stdin.write('{"jsonrpc":"2.0","id":1,"method":"session/list","params":{}}\n');
    const [answer] = (await replay.stdout.take(1).toArray()) as readonly Buffer[];
    expect(JSON.parse(String(answer))).toMatchObject({
      id: 1,
      error: { message: "The recording has no session/list here" },
    });
    replay.stdin.end();
    expect(await replay.exited).toMatchObject({ code: 1 });
    expect(replay.stderr()).toContain("replay: The recording has no session/list here");
  });

  it("replays the client's messages to an agent", { timeout: 120_000 }, async () => {
    await using folder = await createTempFolder();
    const path = folder.file("trace.ndjson");
    const [record, command, scripted] = await Promise.all([
      program("record"),
      program("command"),
      bundleProgram(scriptedAgent.main),
    ]);
    const prompts = ["say Hello!\nwrite made.txt words", "stop refusal"];
    await converse([process.execPath, record, path, process.execPath, scripted, "{}"], prompts);
    const args = [
      "replay",
      path,
      "--as-client",
      "--strict",
      "--cwd",
      folder.path,
      "--",
      process.execPath,
      scripted,
      "{}",
    ];
    await using replay = startProgram(command, { args });
    expect(await replay.exited).toMatchObject({ code: 0 });
    expect(replay.stderr()).toContain("the whole recording; 0 differences, 0 skipped");
  });
});
