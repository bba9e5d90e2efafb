// `parley chat` in a terminal of its own.
import { PseudoTerminal } from "@parley/test-support/pseudo-terminal";
import { PARLEY, type Place } from "../../run-parley.ts";
import type { Surface, SurfaceName } from "./surface.ts";

const READY = "Describe a task";
/** With the arrow: right after another answer, a question takes no keys. */
const QUESTION = "▸ y  Allow once";

export class TerminalChat implements Surface {
  readonly name = "terminal";
  readonly #terminal: PseudoTerminal;

  private constructor(terminal: PseudoTerminal) {
    this.#terminal = terminal;
  }

  static async open(place: Place, args: readonly string[]): Promise<TerminalChat> {
    const env = { ...place.env, TERM: "xterm-256color" };
    const terminal = new PseudoTerminal(process.execPath, [PARLEY, "chat", ...args], { cwd: place.work, env });
    await terminal.sees(READY);
    return new TerminalChat(terminal);
  }

  async prompt(text: string): Promise<void> {
    this.#terminal.types(`${text}\r`);
  }

  async allow(): Promise<void> {
    this.#terminal.types("y");
  }

  async seesPrompt(text: string, by: SurfaceName): Promise<void> {
    await this.#terminal.sees(`› ${text}`);
    await this.#terminal.sees(`from ${nameOf(by)}`);
  }

  seesAnswer(text: string): Promise<void> {
    return this.#terminal.sees(text);
  }

  seesQuestion(): Promise<void> {
    return this.#terminal.sees(QUESTION);
  }

  seesDecision(by: SurfaceName): Promise<void> {
    return this.#terminal.sees(`answered in ${nameOf(by)}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#terminal.types("/exit\r");
    await this.#terminal.exited;
    this.#terminal[Symbol.dispose]();
  }
}

/** As a chat calls the others. */
function nameOf(surface: SurfaceName): string {
  return surface === "terminal" ? "another window" : surface === "api" ? "the API" : surface;
}
