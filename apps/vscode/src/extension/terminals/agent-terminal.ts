// A command that runs for an agent, as a terminal of the editor: replayed, followed, typed into and resized. Closing hides it.
import type { FollowingTerminal, Remote, RemoteTerminal } from "@parley/remote";
import * as vscode from "vscode";
import { CLEAR, describeEnd } from "./terminal-text.ts";

export class AgentTerminal implements vscode.Pseudoterminal {
  readonly #remote: Remote;
  readonly #sessionId: string;
  readonly #id: string;
  readonly #written = new vscode.EventEmitter<string>();
  readonly onDidWrite: vscode.Event<string> = this.#written.event;
  readonly #onEnd: () => void;
  #following: FollowingTerminal | undefined;
  #isPty = false;
  #isRunning = false;
  #size: { readonly cols: number; readonly rows: number } | undefined;

  constructor(remote: Remote, sessionId: string, id: string, onEnd: () => void) {
    this.#remote = remote;
    this.#sessionId = sessionId;
    this.#id = id;
    this.#onEnd = onEnd;
  }

  open(dimensions: vscode.TerminalDimensions | undefined): void {
    if (dimensions !== undefined) this.#size = { cols: dimensions.columns, rows: dimensions.rows };
    this.#following = this.#remote.terminal(this.#sessionId, this.#id, {
      terminal: (terminal) => this.#replay(terminal),
      output: (text) => this.#written.fire(text),
      ended: (exit, error) => {
        this.#isRunning = false;
        this.#written.fire(describeEnd(exit, error));
        this.#onEnd();
      },
    });
  }

  close(): void {
    this.#following?.close();
    this.#following = undefined;
  }

  handleInput(data: string): void {
    if (this.#isPty && this.#isRunning) this.#send("terminal/write", { data });
  }

  setDimensions({ columns: cols, rows }: vscode.TerminalDimensions): void {
    this.#size = { cols, rows };
    this.#resize();
  }

  kill(): void {
    this.#send("terminal/kill", {});
  }

  #replay(terminal: RemoteTerminal): void {
    this.#isPty = terminal.is_pty;
    this.#isRunning = terminal.is_running;
    this.#written.fire(CLEAR + terminal.output);
    if (terminal.is_running) this.#resize();
  }

  #resize(): void {
    if (this.#size !== undefined && this.#isPty && this.#isRunning) this.#send("terminal/resize", this.#size);
  }

  #send(operation: "terminal/write" | "terminal/resize" | "terminal/kill", more: object): void {
    const params = { id: this.#sessionId, terminal: this.#id, ...more } as never;
    this.#remote.request(operation, params).catch((error: unknown) => {
      // A command that has just ended is not an error.
      if (this.#isRunning) this.#written.fire(describeEnd(undefined, error instanceof Error ? error : undefined));
    });
  }
}
