// The secrets that settings name: `${secret:NAME}`. Their values are in the editor's secret storage and nowhere else.
import { ParleyError } from "@parley/base";
import * as vscode from "vscode";

/** Their names, because older editors cannot list what is in the storage. */
const NAMES_KEY = "acp.secretNames";

export class Secrets {
  readonly #context: vscode.ExtensionContext;

  constructor(context: vscode.ExtensionContext) {
    this.#context = context;
  }

  get names(): readonly string[] {
    return this.#context.globalState.get<readonly string[]>(NAMES_KEY, []);
  }

  async get(name: string): Promise<string | undefined> {
    return this.#context.secrets.get(keyOf(name));
  }

  async set(name: string, value: string): Promise<void> {
    await this.#context.secrets.store(keyOf(name), value);
    if (!this.names.includes(name)) await this.#keepNames([...this.names, name].toSorted());
  }

  async delete(name: string): Promise<void> {
    await this.#context.secrets.delete(keyOf(name));
    await this.#keepNames(this.names.filter((one) => one !== name));
  }

  /** A value that is missing is asked for, and kept. Rejects if the person does not give it. */
  async valuesOf(names: readonly string[]): Promise<Readonly<Record<string, string>>> {
    const values: Record<string, string> = {};
    for (const name of names) values[name] = (await this.get(name)) ?? (await this.#ask(name));
    return values;
  }

  async #ask(name: string): Promise<string> {
    const value = await vscode.window.showInputBox({
      title: vscode.l10n.t("Secret {0}", name),
      prompt: vscode.l10n.t("The settings refer to it. It is kept in the secret storage of VS Code."),
      ignoreFocusOut: true,
      password: true,
    });
    if (value === undefined || value === "") {
      const message = vscode.l10n.t("The secret {0} is missing. Add it with: ACP: Manage Secrets…", name);
      throw new ParleyError({ code: "usage", message });
    }
    await this.set(name, value);
    return value;
  }

  async #keepNames(names: readonly string[]): Promise<void> {
    await this.#context.globalState.update(NAMES_KEY, names);
  }
}

function keyOf(name: string): string {
  return `acp.secret ${name}`;
}
