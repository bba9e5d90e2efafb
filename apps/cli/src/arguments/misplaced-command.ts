// `parley --agent goose run hello`: a chat that begins with the prompt "run hello" is not what was meant.
import { ParleyError } from "@parley/base";
import type { CommandRow } from "../command.ts";
import type { CommandGroup } from "../commands.ts";
import { parseArguments } from "./parse-arguments.ts";
import type { Usage } from "./usage.ts";

/** `chat`: the command that is run if none is named. */
export function refuseMisplaced(
  argv: readonly string[],
  chat: Usage,
  commands: readonly CommandRow[],
  groups: readonly CommandGroup[],
): void {
  const isCommand = (word: string): boolean => commands.some(({ usage }) => usage.name.split(" ")[0] === word);
  const name = findCommand();
  if (name === undefined) return;
  throw new ParleyError({
    code: "usage",
    message: `Options follow the command, and "${name}" is one; to send it as a prompt, write parley ${chat.name} first`,
    remedy: { label: "Show usage", command: `parley ${name} --help` },
  });

  function findCommand(): string | undefined {
    try {
      const [word = ""] = parseArguments(chat, argv).positionals;
      return isCommand(word) ? word : undefined;
    } catch {
      // An option of that command, which the chat does not have.
      return argv.find((word, index) => isCommand(word) && isComplete([...argv.slice(index), ...argv.slice(0, index)]));
    }
  }

  function isComplete([first = "", ...rest]: readonly string[]): boolean {
    const group = groups.find(({ name: one }) => one === first);
    const wanted = group === undefined ? first : `${first} ${rest.shift() ?? ""}`;
    const row = commands.find(({ usage }) => usage.name === wanted);
    try {
      return row !== undefined && parseArguments(row.usage, rest) !== undefined;
    } catch {
      return false;
    }
  }
}
