// What is wrong with a setting, in words that name the entry and what to do.

/** The part of `vscode.l10n` that is needed for it, so that the checks run without an editor. */
export interface Localisation {
  t(message: string, ...values: readonly (string | number | boolean)[]): string;
}

export interface SettingProblem {
  /** `acp.agent.profiles`. */
  readonly setting: string;
  /** `notice`: it was understood, and something about it should be known. */
  readonly level: "error" | "notice";
  readonly message: string;
  /** A value that belongs into the secret storage: where it is below the setting. */
  readonly secretAt?: readonly (string | number)[] | undefined;
}

export interface Checked<Value> {
  /** What can be used of it. */
  readonly value: Value;
  readonly problems: readonly SettingProblem[];
}

/** `acp.mcp.servers[2] "wiki"`. */
export function nameEntry(setting: string, index: number, name: unknown): string {
  return typeof name === "string" && name.trim() !== "" ? `${setting}[${index}] "${name}"` : `${setting}[${index}]`;
}

/** What a wrong value is, as people say it. */
export function kindOf(value: unknown, l10n: Localisation): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return l10n.t("a list");
  if (typeof value === "string") return l10n.t("a string");
  if (typeof value === "number") return l10n.t("a number");
  return typeof value === "boolean" ? l10n.t("true or false") : l10n.t("an object");
}
