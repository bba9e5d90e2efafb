// The settings that have to be checked: agents, MCP servers and patterns of permissions. They are read when they change, and the code
// that checks them is loaded then.
import * as vscode from "vscode";
import type { CheckedValues } from "./read-checked.ts";

const SECTIONS = ["acp.agent", "acp.mcp", "acp.permissions", "goose.binaryPath"] as const;

const NOTHING: CheckedValues = { profiles: [], servers: [], autoAllow: [], autoReject: [], problems: [] };

export class CheckedSettings implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<CheckedValues>();
  /** Something about them is different. */
  readonly onChange: vscode.Event<CheckedValues> = this.#changed.event;
  readonly #parts: readonly vscode.Disposable[];
  #values = NOTHING;
  #reading: Promise<void>;

  constructor() {
    const again = (): void => void (this.#reading = this.#read());
    this.#parts = [
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (SECTIONS.some((section) => change.affectsConfiguration(section))) again();
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(again),
    ];
    this.#reading = this.#read();
  }

  /** As they were read last; empty at first. */
  get values(): CheckedValues {
    return this.#values;
  }

  /** As they are now. */
  async read(): Promise<CheckedValues> {
    await this.#reading;
    return this.#values;
  }

  dispose(): void {
    this.#changed.dispose();
    for (const part of this.#parts) part.dispose();
  }

  async #read(): Promise<void> {
    const { readChecked } = await import("./read-checked.ts");
    const values = readChecked();
    if (JSON.stringify(values) === JSON.stringify(this.#values)) return;
    this.#values = values;
    this.#changed.fire(values);
  }
}
