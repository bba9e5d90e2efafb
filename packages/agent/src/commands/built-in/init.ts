// /init: the model looks at the project and writes down what an agent has to know of it.
import { join } from "node:path";
import { isThere } from "../../paths/is-there.ts";
import { promptText } from "../answer.ts";
import type { SlashCommand } from "../command.ts";

const FILE = "AGENTS.md";

export const initCommand: SlashCommand = {
  name: "init",
  description: `Looks at the project and writes ${FILE}: what agents should know of it`,
  hint: "what to pay attention to",
  run: async (rest, { cwd }) => {
    return promptText(createPrompt(await isThere(join(cwd, FILE)), rest));
  },
};

function createPrompt(exists: boolean, focus: string): string {
  const task = exists
    ? `There is an ${FILE} in this folder. Read it, compare it with the project as it is now, and improve it: correct what is wrong, add what is missing, take out what does not help. Keep what people wrote about their own wishes, and their order where it makes sense.`
    : `Write ${FILE} in this folder: what a coding agent that has never seen this project has to know before it changes something.`;
  return [
    task,
    `First look, then write:
1. List the folder. Read the README, the manifests (package.json, pyproject.toml, Cargo.toml, go.mod, Makefile, …), the CI configuration, and what other tools are told (CLAUDE.md, GEMINI.md, .goosehints, .cursorrules, .github/copilot-instructions.md) if it is there.
2. Find out how the project is built, started, formatted, linted and tested, and how a single test is run. Take commands from the project's own files; do not make any up. Do not run anything that takes long or changes something outside this folder.
3. Read a few typical source files and their tests: how the code is cut into parts, which way the dependencies go, naming, how errors are handled, what is generated and must not be edited.`,
    `${FILE} then has, in this order and only where there is something to say: one or two sentences on what the project is; the commands; where things are; conventions that the code keeps and that cannot be guessed; traps. Short sentences, real paths, real commands, at most about 150 lines. Nothing that is true of every project, nothing that can be seen at a glance, no secrets.`,
    focus === "" ? "" : `Pay special attention to this: ${focus}`,
    `When it is written, say in a few lines what is in it and what you were not sure about.`,
  ]
    .filter((paragraph) => paragraph !== "")
    .join("\n\n");
}
