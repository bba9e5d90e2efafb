// Moves a key from the settings to the secret storage, and leaves a reference in its place.
import { isObject } from "@parley/base";
import * as vscode from "vscode";
import type { ParleyWindow } from "../parley-window.ts";
import type { SettingProblem } from "../settings/setting-problem.ts";

type Path = readonly (string | number)[];

export async function moveSecret({ secrets }: ParleyWindow, { setting, secretAt }: SettingProblem): Promise<void> {
  const settings = vscode.workspace.getConfiguration();
  const found = settings.inspect<unknown>(setting);
  const value = settings.get<unknown>(setting);
  if (secretAt === undefined || found === undefined || value === undefined) return;
  const { workspaceFolderValue, workspaceValue } = found;
  const copy = structuredClone(toPlain(value));
  const place = at(copy, secretAt.slice(0, -1));
  const field = String(secretAt.at(-1));
  const text = isObject(place) ? place[field] : undefined;
  if (!isObject(place) || typeof text !== "string") return;
  const name = unusedName(field, secrets.names);
  await secrets.set(name, text);
  place[field] = `\${secret:${name}}`;
  const target =
    workspaceFolderValue !== undefined
      ? vscode.ConfigurationTarget.WorkspaceFolder
      : workspaceValue !== undefined
        ? vscode.ConfigurationTarget.Workspace
        : vscode.ConfigurationTarget.Global;
  await settings.update(setting, copy, target);
}

/** What the editor gives is a proxy that cannot be cloned. */
function toPlain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown;
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((found, part) => (found as Readonly<Record<string | number, unknown>>)?.[part], value);
}

function unusedName(field: string, known: readonly string[]): string {
  const base = field.replaceAll(/[^\w.-]/g, "_");
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}_${number}`;
    if (!known.includes(name)) return name;
  }
}
