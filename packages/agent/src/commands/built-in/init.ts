// /init: the model explores the project and writes down what an agent needs to know.
import { join } from "node:path";
import { isThere } from "../../paths/is-there.ts";
import { promptText } from "../answer.ts";
import type { SlashCommand } from "../command.ts";

const FILE = "AGENTS.md";

export const initCommand: SlashCommand = {
  name: "init",
  description: `Explore the project and write ${FILE}: what agents should know about it`,
  hint: "what to focus on",
  run: async (rest, { cwd }) => {
    return promptText(createPrompt(await isThere(join(cwd, FILE)), rest));
  },
};

function createPrompt(exists: boolean, focus: string): string {
  const task = exists
    ? `This folder already has an ${FILE}. Read it, compare it with the current project, and improve it: correct what is wrong, add what is missing, remove what does not help. Keep the preferences that people wrote down, and their order where it makes sense.`
    : `Write ${FILE} in this folder: what a coding agent that has never seen this project needs to know before it changes anything.`;
  return [
    task,
    `Explore first, then write:
1. List the folder. Read the README, the manifests (package.json, pyproject.toml, Cargo.toml, go.mod, Makefile, …), the CI configuration, and any instructions for other tools (CLAUDE.md, GEMINI.md, .goosehints, .cursorrules, .github/copilot-instructions.md).
2. Find out how the project is built, started, formatted, linted and tested, and how a single test is run. Take commands from the project's own files; do not make any up. Do not run anything that takes long or changes something outside this folder.
3. Read a few typical source files and their tests: how the code is structured, which way the dependencies point, naming, how errors are handled, what is generated and must not be edited.`,
    `Structure ${FILE} as follows, omitting sections without content: one or two sentences on what the project is; the commands; where things are; conventions that the code follows and that cannot be guessed; pitfalls. Use short sentences, real paths and real commands, about 150 lines at most. Leave out anything that is true of every project, anything obvious, and secrets.`,
    focus === "" ? "" : `Focus on: ${focus}`,
    `When it is written, summarise in a few lines what it contains and what you were unsure about.`,
  ]
    .filter((paragraph) => paragraph !== "")
    .join("\n\n");
}
