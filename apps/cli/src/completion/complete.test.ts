import { proveServer } from "@parley/home";
import { createTempFolder } from "@parley/test-support";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { flagsOf } from "../arguments/global-flags.ts";
import { choicesOf } from "../arguments/parse-arguments.ts";
import { commands, DEFAULT_COMMAND, groups } from "../commands.ts";
import { writeServerFile } from "@parley/home/running-server";
import { answerShell } from "./answer-shell.ts";
import { complete, type Tables } from "./complete.ts";

const tables: Tables = {
  commands,
  groups,
  defaultCommand: DEFAULT_COMMAND,
  flagsOf,
  choicesOf,
  home: "/no/such/home",
  server: () => "auto",
};

async function values(...words: readonly string[]): Promise<readonly string[]> {
  const { candidates, shell } = await complete(words, tables);
  return shell === undefined ? candidates.map(({ value }) => value) : [`:${shell}`];
}

it.each([
  [["tr"], ["trust", "trace"]],
  [["agents", "rem"], ["remove"]],
  [["agents", "--js"], ["--json"]],
  [["--conti"], ["--continue"]],
  [["run", "--for"], ["--format"]],
  [["run", "--format", "j"], ["json"]],
  [["run", "-f", "nd"], ["ndjson"]],
  [["run", "--format=t"], ["--format=text"]],
  [
    ["usage", "--by", ""],
    ["day", "agent", "model", "folder"],
  ],
  [["usage", "--by", "agent,m"], ["agent,model"]],
  [
    ["usage", "--by=day,"],
    ["--by=day,agent", "--by=day,model", "--by=day,folder"],
  ],
  [["run", "--format", "json", "--form"], []],
  [["run", "--file", "a", "--fil"], ["--file"]],
  [["run", "--file", ""], [":file"]],
  [["chat", "--add-dir=x"], [":folder"]],
  [["run", "--", "no"], [":file"]],
  [["rules", "add", "d"], ["deny"]],
  [["rules", "add", "allow", "x"], []],
  [["sessions", "show", "la"], ["latest"]],
  [["sessions", "delete", "a", "la"], ["latest"]],
  [
    ["run", "--level", "a"],
    ["auto", "autopilot"],
  ],
  [["nonsense", ""], []],
  [["run", "--nonsense=x"], []],
])("completes %j to %j", async (words, expected) => {
  expect(await values(...words)).toEqual(expected);
});

it("offers every command with its summary", async () => {
  const { candidates } = await complete([""], tables);
  expect(candidates.map(({ value }) => value)).toEqual([
    ...new Set(commands.map(({ usage }) => usage.name.split(" ")[0])),
  ]);
  expect(candidates.every(({ about }) => about !== undefined)).toBe(true);
});

it("offers agents that the user added", async () => {
  await using folder = await createTempFolder();
  await writeFile(folder.file("config.json"), '{"agents": {"mine": {"command": "x", "title": "My own\\u001b[2J"}}}');
  const answer = await answerShell(["zsh", "run", "--agent", "mi"], { ...tables, home: folder.path });
  expect(answer).toBe("mine\tMy own\n");
});

it("asks this home's server for sessions, unless the line or the settings select another server or none", async () => {
  await using folder = await createTempFolder();
  let asked = 0;
  const secret = "the-secret-of-this-home";
  await writeFile(folder.file("server-secret"), secret);
  const server = createServer((request, response) => {
    asked += 1;
    const challenge = String(request.headers["parley-challenge"]);
    const { port } = server.address() as AddressInfo;
    response.setHeader("Parley-Proof", proveServer(secret, challenge, port) ?? "");
    response.end('{"sessions": [{"id": "there", "working_dir": "/"}]}');
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await writeServerFile(folder.path, { url, pid: process.pid, startedAtMs: 1 });
  const offered = async (words: readonly string[], setting = "auto"): Promise<readonly string[]> => {
    const { candidates } = await complete(words, { ...tables, home: folder.path, server: () => setting });
    return candidates.map(({ value }) => value);
  };
  try {
    // It answers in time sooner or later, however busy this machine is.
    await expect.poll(() => offered(["chat", "-s", ""])).toEqual(["latest", "there"]);
    asked = 0;
    expect(await offered(["chat", "--no-server", "-s", ""])).toEqual(["latest"]);
    expect(await offered(["chat", "--server=http://far.example", "-s", ""])).toEqual(["latest"]);
    expect(await offered(["chat", "-s", ""], "off")).toEqual(["latest"]);
    expect(asked).toBe(0);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

it("joins the words that bash splits, and answers with the last one only", async () => {
  expect(await answerShell(["bash", "run", "--format", "=", "nd"], tables)).toBe("ndjson\n");
  expect(await answerShell(["bash", "run", "--format", "="], tables)).toBe("text\njson\nndjson\n");
  expect(await answerShell(["bash", "run", "--format", "=", "json", "--verb"], tables)).toMatch(/^--verbose\t/);
});
