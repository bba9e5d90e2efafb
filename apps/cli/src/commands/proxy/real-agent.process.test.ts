// A client and an agent that know nothing of the proxy between them.
import { connectToAgent } from "@parley/acp";
import {
  bundleProgram,
  createFakeClient,
  createTempFolder,
  EVERY_CAPABILITY,
  scriptedAgent,
  startProgram,
  type FakeClient,
} from "@parley/test-support";
import { connectToFeed, readToken } from "@parley/observe/feed";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";

const FEED = /feed on 127\.0\.0\.1:(\d+)/;

interface Conversation extends AsyncDisposable {
  readonly client: FakeClient;
  readonly texts: string[];
  prompt(text: string): Promise<string>;
  stderr(): string;
}

async function converse(cwd: string, home: string, flags: readonly string[]): Promise<Conversation> {
  const driver = await bundleProgram(new URL("./testing/proxy-driver.main.ts", import.meta.url));
  const agentProgram = await bundleProgram(scriptedAgent.main);
  const args = [...flags, "--", process.execPath, agentProgram, "{}"];
  const proxy = startProgram(driver, { args, cwd, env: { PARLEY_HOME: home } });
  const client = createFakeClient();
  const texts: string[] = [];
  const agent = connectToAgent(proxy.transport(), () => ({
    ...client.handlers,
    "session/update": ({ update }) => void texts.push(JSON.stringify(update)),
  }));
  await agent.request("initialize", { protocolVersion: 1, clientCapabilities: EVERY_CAPABILITY });
  const { sessionId } = await agent.request("session/new", { cwd, mcpServers: [] });
  return {
    client,
    texts,
    stderr: () => proxy.stderr(),
    async prompt(text) {
      const { stopReason } = await agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] });
      return stopReason;
    },
    async [Symbol.asyncDispose]() {
      await agent.close();
      await proxy[Symbol.asyncDispose]();
    },
  };
}

test("forwards a whole turn, records it, and shows it on the feed", async () => {
  await using folder = await createTempFolder();
  const record = folder.file("traffic.ndjson");
  await using talk = await converse(folder.path, folder.path, ["--record", record, "--feed-port", "0"]);
  expect(await talk.prompt("say Hello\nwrite notes.txt Hi there")).toBe("end_turn");
  expect(talk.client.files.get(folder.file("notes.txt"))).toBe("Hi there");
  // What is watched comes a little behind what is forwarded.
  const port = await readPort(talk);
  await expect
    .poll(async () => (await readNodes(port))["notes.txt"], { timeout: 20_000 })
    .toMatchObject({ last_action: "write", in_context: true });
  await expect.poll(() => methodsIn(record)).toContain("fs/write_text_file");
  const calls = (await methodsIn(record)).filter((method) => method !== "session/update");
  expect(calls.slice(0, 5)).toEqual(["initialize", "answer", "session/new", "answer", "session/prompt"]);
});

async function methodsIn(record: string): Promise<readonly string[]> {
  const lines = (await readFile(record, "utf8")).trim().split("\n").slice(1);
  return lines.map((line) => (JSON.parse(line) as { frame: { method?: string } }).frame.method ?? "answer");
}

async function readPort(talk: Conversation): Promise<number> {
  await expect.poll(() => talk.stderr()).toMatch(FEED);
  return Number(FEED.exec(talk.stderr())?.[1]);
}

test("fails denied requests in the agent without passing them to the client", async () => {
  await using folder = await createTempFolder();
  await using talk = await converse(folder.path, folder.path, ["--no-feed", "--deny", "secret.txt"]);
  expect(await talk.prompt("write secret.txt x\nwrite open.txt y")).toBe("end_turn");
  expect([...talk.client.files.keys()]).toEqual([folder.file("open.txt")]);
  expect(talk.texts.join("\n")).toContain('"failed"');
});

test(
  "flags files that were changed, deleted or renamed without being mentioned in a message",
  { timeout: 60_000 },
  async () => {
    await using folder = await createTempFolder();
    await writeFile(folder.file("old-name.txt"), "x");
    await writeFile(folder.file("unwanted.txt"), "x");
    await using talk = await converse(folder.path, folder.path, [
      "--feed-port",
      "0",
      "--record",
      folder.file("own.ndjson"),
    ]);
    const port = await readPort(talk);
    const feed = readAll(folder.path, port);
    await writeInTurn(talk, () => writeFile(folder.file("first.txt"), "x"));
    // That turn is over for the proxy, too, with all its files looked at.
    await feed.find("first.txt was");
    await writeInTurn(talk, async () => {
      await writeFile(folder.file("behind-your-back.txt"), "x");
      await rm(folder.file("unwanted.txt"));
      await rename(folder.file("old-name.txt"), folder.file("new-name.txt"));
    });
    await feed.find("behind-your-back.txt was made");
    await feed.find("unwanted.txt was deleted");
    await feed.find("new-name.txt was old-name.txt before");
    expect(feed.close()).not.toContain("own.ndjson");
  },
);

/** Does something on the disk while a turn runs. */
async function writeInTurn(talk: Conversation, act: () => Promise<void>): Promise<void> {
  const from = talk.texts.length;
  const turn = talk.prompt("say One\nwait 1000\nsay Two");
  // The turn has begun for the proxy, too.
  await expect.poll(() => talk.texts.slice(from).join("")).toContain("One");
  await act();
  await turn;
}

/** Everything that the feed shows, as text. */
function readAll(home: string, port: number): { find(words: string): Promise<void>; close(): string } {
  let all = "";
  const reader = connectToFeed(
    { host: "127.0.0.1", port },
    { token: () => readToken(home), onMessage: (message) => void (all += JSON.stringify(message)) },
  );
  return {
    async find(words) {
      await expect.poll(() => all).toContain(words);
    },
    close() {
      reader.close();
      return all;
    },
  };
}

/** The files of the first snapshot, as an existing reader gets them. */
function readNodes(port: number): Promise<Readonly<Record<string, unknown>>> {
  return new Promise((resolve) => {
    const reader = connectToFeed(
      { host: "127.0.0.1", port },
      {
        version: 1,
        onMessage: (message) => {
          if (message.type !== "snapshot" || !("nodes" in message)) return;
          reader.close();
          resolve(message.nodes);
        },
      },
    );
  });
}
