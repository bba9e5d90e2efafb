// What a command that does not exist was probably meant to be. Loaded only then.
import { findNearestName } from "@parley/base";
import type { CommandRow } from "../command.ts";

/** What other programs call the same. */
const SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map([
  ["create", ["add"]],
  ["delete", ["remove", "revoke"]],
  ["get", ["show"]],
  ["info", ["show"]],
  ["ls", ["list"]],
  ["new", ["add"]],
  ["remove", ["delete", "revoke"]],
  ["rm", ["remove", "delete", "revoke"]],
  ["uninstall", ["remove"]],
]);

/** `name` is what followed the group's own name. */
export function nearCommand(group: string, name: string, commands: readonly CommandRow[]): string | undefined {
  const all = commands.map(({ usage }) => usage.name);
  const members = all.filter((one) => one.startsWith(`${group} `)).map((one) => one.slice(group.length + 1));
  // `agent list` is `agents list`.
  const sibling = all.find((one) => one.startsWith(group) && one.endsWith(` ${name}`));
  const synonym = SYNONYMS.get(name)?.find((one) => members.includes(one));
  return synonym ?? sibling ?? findNearestName(name, members);
}
