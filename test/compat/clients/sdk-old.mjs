// A client made with an old, strict SDK. Talks to the given agent and prints the result.
import { spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { pathToFileURL } from "node:url";

const { modules, command, args, cwd, scenario } = JSON.parse(process.argv[2]);
const entry = join(modules, "@agentclientprotocol", "sdk", "dist", "acp.js");
const { ClientSideConnection, ndJsonStream } = await import(pathToFileURL(entry));

const seen = { texts: "", kinds: {}, permissions: [], files: [] };
let onText = () => undefined;

const client = {
  requestPermission({ toolCall, options }) {
    seen.permissions.push(toolCall.title);
    const { optionId } = options.find(({ kind }) => kind === "allow_once");
    return { outcome: { outcome: "selected", optionId } };
  },
  sessionUpdate({ update }) {
    seen.kinds[update.sessionUpdate] = (seen.kinds[update.sessionUpdate] ?? 0) + 1;
    if (update.sessionUpdate !== "agent_message_chunk") return;
    seen.texts += update.content.text;
    onText();
  },
  async readTextFile({ path }) {
    seen.files.push(`read ${path}`);
    return { content: await readFile(path, "utf8") };
  },
  async writeTextFile({ path, content }) {
    seen.files.push(`write ${path}`);
    await writeFile(path, content);
    return {};
  },
};

const child = spawn(command, args, { cwd, stdio: ["pipe", "pipe", "inherit"] });
const stream = ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout));
const agent = new ClientSideConnection(() => client, stream);

const { protocolVersion } = await agent.initialize({
  protocolVersion: 1,
  clientCapabilities: { fs: { readTextFile: true, writeTextFile: true } },
});
const { sessionId } = await agent.newSession({ cwd, mcpServers: [] });
const ask = async (text) => (await agent.prompt({ sessionId, prompt: [{ type: "text", text }] })).stopReason;

const stops = [await ask(scenario.text), await ask(scenario.work)];
const before = seen.texts.length;
const cancelled = ask(scenario.long);
await new Promise((resolve) => {
  onText = () => (seen.texts.length > before ? resolve() : undefined);
});
await agent.cancel({ sessionId });
stops.push(await cancelled);
process.stdout.write(`${JSON.stringify({ protocolVersion, stops, ...seen })}\n`);
child.stdin.end();
