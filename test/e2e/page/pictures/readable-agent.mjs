// The scripted agent behind prompts that people would write: it exchanges a known prompt for the script of its turn.
// Arguments: the command line of Parley, a JSON file with pairs of prompt and script, and how the agent is called.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [parley = "", file = "", title = ""] = process.argv.slice(2);
const turns = new Map(JSON.parse(readFileSync(file, "utf8")));
const agent = spawn(process.execPath, [parley, "script"], { stdio: ["pipe", "pipe", "inherit"] });
agent.once("close", (code) => process.exit(code ?? 1));

createInterface({ input: process.stdin })
  .on("line", (line) => {
    const message = JSON.parse(line);
    if (message.method === "session/prompt") {
      for (const block of message.params.prompt) block.text = turns.get(block.text) ?? block.text;
    }
    agent.stdin.write(`${JSON.stringify(message)}\n`);
  })
  .once("close", () => agent.stdin.end());

createInterface({ input: agent.stdout }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.result?.agentInfo !== undefined) message.result.agentInfo.title = title;
  process.stdout.write(`${JSON.stringify(message)}\n`);
});
