// Decides whether a folder's settings and rules apply: the user is asked once, and the answer is saved.
import { revealLine } from "@parley/base";
import { openRulesFile } from "@parley/home/rules";
import { askYesNo } from "../questions/confirm.ts";
import { openTerminalLines } from "../questions/terminal-lines.ts";

export interface TrustRequest {
  readonly home: string;
  readonly cwd: string;
  /** `--trust` was given. */
  readonly isTrusting: boolean;
  /** Whether the folder has settings or rules and the command may ask about them. */
  readonly mayAsk: boolean;
}

export async function settleTrust({ home, cwd, isTrusting, mayAsk }: TrustRequest): Promise<boolean> {
  const rules = openRulesFile(home);
  if (await rules.isTrusted(cwd)) return true;
  if (isTrusting) {
    await rules.trust(cwd);
    return true;
  }
  if (!mayAsk) return false;
  if (await isAnsweredYes(cwd)) {
    await rules.trust(cwd);
    return true;
  }
  process.stderr.write(
    `The settings and rules in ${cwd}/.parley are not used, because the folder is not trusted (--trust).\n`,
  );
  return false;
}

async function isAnsweredYes(cwd: string): Promise<boolean> {
  const terminal = openTerminalLines();
  if (terminal === undefined) return false;
  try {
    terminal.say(
      `${revealLine(cwd)}/.parley has project settings and rules. They may name programs to run and allow actions without asking.`,
    );
    return await askYesNo(terminal, "Do you trust this folder?");
  } finally {
    terminal.close();
  }
}
