// A tiny MCP server over stdio for the checks; what it knows is in its environment.
import { createInterface } from "node:readline";
import { createAnswer } from "./tool.mjs";

const answerTo = createAnswer("repeat_word", process.env["TINY_WORD"]);

createInterface({ input: process.stdin }).on("line", (line) => {
  const answer = line.trim() === "" ? undefined : answerTo(JSON.parse(line));
  if (answer !== undefined) process.stdout.write(`${JSON.stringify(answer)}\n`);
});
