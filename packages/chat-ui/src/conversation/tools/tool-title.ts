// The title of a tool call, with the path or command in it set apart.
import { revealLine, truncate, t } from "@parley/base";
import type { ToolCallItem } from "@parley/acp/transcript";
import { fromFolder } from "@parley/chat-model";
import { TITLE_CHARS_MAX } from "../../limits.ts";

export interface ToolTitle {
  /** On one line, with invisible characters spelled out. */
  readonly name: string;
  readonly before: string;
  /** A path or a command. */
  readonly code: string;
  readonly after: string;
}

type Titled = Pick<ToolCallItem, "title" | "name" | "kind" | "status" | "locations">;

/** `isRejected`: it was never run. */
export function toToolTitle(item: Titled, cwd: string | undefined, isRejected = false): ToolTitle {
  const given = truncate(item.title ?? item.name ?? t("Tool call"), TITLE_CHARS_MAX);
  const name = revealLine(given.replace(/^`([^`]+)`$/s, "$1"));
  if (item.kind === "execute")
    return { name, before: isRejected ? `${t("Run")} ` : `${verbOf(item)} `, code: name, after: "" };
  const [location, ...more] = item.locations;
  if (location === undefined) return { name, before: name, code: "", after: "" };
  const path = revealLine(truncate(fromFolder(location.path, cwd), TITLE_CHARS_MAX));
  const line = typeof location.line === "number" ? `:${location.line}` : "";
  const others = more.length === 0 ? "" : ` ${t("and {0} more", more.length)}`;
  const absolute = revealLine(truncate(location.path, TITLE_CHARS_MAX));
  const found = [absolute, path, path.split(/[/\\]/).at(-1) ?? ""].find((one) => one !== "" && name.includes(one));
  if (found === undefined) return { name, before: `${name} `, code: path + line, after: others };
  const at = name.indexOf(found);
  const rest = name.slice(at + found.length);
  return { name, before: name.slice(0, at), code: (found === absolute ? path : found) + line, after: rest + others };
}

function verbOf({ status }: Titled): string {
  if (status === "completed" || status === "failed") return t("Ran");
  return status === "in_progress" ? t("Running") : t("Run");
}
