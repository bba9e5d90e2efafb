// An agent that does what no agent should: the first word of a prompt names one thing, and its turn ends with `done: PROMPT`, if it ends.
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { startPeer, textOf } from "../support/src/other-systems/json-lines.mjs";

const FLOOD_CHUNKS = 20_000;
const HUGE_BYTES = 50_000_000;

/** Runs in no view: each of these would leave a mark in its document. */
const SCRIPTED = `<img src="x" onerror="globalThis.executed = 1"><script>globalThis.executed = 2</script>

[a link](javascript:globalThis.executed=3) <a href="javascript:globalThis.executed=4">another</a>

![a picture](https://127.0.0.1:9/picture.png) <iframe src="https://127.0.0.1:9/"></iframe> <style>body { display: none }</style>`;

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="globalThis.executed = 5"><script>globalThis.executed = 6</script></svg>`;

const TURNS = {
  script: ({ say }) => say(SCRIPTED),

  pictures: ({ show }) => {
    const data = Buffer.from("this is not a picture").toString("base64");
    show({ type: "image", mimeType: "image/png", data });
    show({ type: "image", mimeType: "image/svg+xml", data: Buffer.from(SVG).toString("base64") });
    show({ type: "image", mimeType: "text/html", data: Buffer.from(SCRIPTED).toString("base64") });
    show({ type: "image", mimeType: "image/png", data: "%%%" });
    show({ type: "resource_link", name: "click me", uri: "javascript:globalThis.executed=7" });
    show({ type: "resource_link", name: "run me", uri: "command:workbench.action.quit" });
  },

  flood: ({ say }) => {
    for (let at = 1; at <= FLOOD_CHUNKS; at += 1) say(`flood ${at} `);
  },

  /** Says that it edits, and leaves the writing to the client. */
  propose: ({ call, cwd }) => {
    call({ type: "diff", path: join(cwd, "a.txt"), oldText: "one\ntwo\n", newText: "one\nTWO\n" });
    call({ type: "diff", path: join(cwd, "new.txt"), oldText: null, newText: "brand new\n" });
    call({ type: "diff", path: "/etc/hostname", oldText: null, newText: "outside\n" });
  },

  huge: ({ call, cwd }) => {
    const text = "0123456789abcde\n".repeat(HUGE_BYTES / 16);
    call({ type: "diff", path: join(cwd, "huge.txt"), oldText: null, newText: text });
  },

  /** With what the editor would make a link of, which runs a command. */
  ask: ({ permit }) => permit("[Allow once](command:workbench.action.closeAllEditors)"),

  die: ({ say }) => {
    say("about to die");
    process.stderr.write("a last word of the agent\n", () => process.exit(3));
    return new Promise(() => undefined);
  },
};

let cwd = "";

startPeer(async (method, params, peer) => {
  const { sessionId } = params;
  switch (method) {
    case "initialize":
      return { protocolVersion: 1, agentInfo: { name: "bad", title: "Bad agent", version: "1" } };
    case "session/new":
      cwd = params.cwd;
      return { sessionId: randomUUID() };
    case "session/prompt": {
      // After a restart the conversation so far comes first.
      const prompt = textOf(params.prompt.slice(-1)).trim();
      const [name] = prompt.split(" ");
      const show = (content) =>
        peer.notify("session/update", { sessionId, update: { sessionUpdate: "agent_message_chunk", content } });
      const say = (text) => show({ type: "text", text });
      const call = (content) => {
        const toolCallId = randomUUID();
        const update = { sessionUpdate: "tool_call", toolCallId, title: `Edit ${content.path}`, kind: "edit" };
        peer.notify("session/update", { sessionId, update: { ...update, status: "completed", content: [content] } });
      };
      const permit = (title) => {
        const options = [{ optionId: "yes", name: title, kind: "allow_once" }];
        const toolCall = { toolCallId: randomUUID(), title, kind: "other" };
        return peer.ask("session/request_permission", { sessionId, toolCall, options });
      };
      await TURNS[name]?.({ show, say, call, permit, cwd });
      say(`\n\ndone: ${prompt}`);
      return { stopReason: "end_turn" };
    }
    default:
      return undefined;
  }
});
