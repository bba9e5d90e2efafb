// How a page is opened in the browser of whoever sits here, if anybody does.
import { findProgram } from "@parley/machine";

export interface Opener {
  readonly command: string;
  readonly args: readonly string[];
}

export interface UserSettings {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Undefined where there is no desktop, or nothing that could open a page. */
export async function findOpener(path: string, { platform, env }: UserSettings): Promise<Opener | undefined> {
  if (platform === "darwin") return { command: "open", args: [path] };
  // Not `start`: that is a word of the shell, whose quoting is another matter.
  if (platform === "win32") return { command: "rundll32", args: ["url.dll,FileProtocolHandler", path] };
  const hasDesktop = isSet(env["DISPLAY"]) || isSet(env["WAYLAND_DISPLAY"]);
  if (!hasDesktop) return undefined;
  const program = await findProgram("xdg-open", "/", env);
  return program?.kind === "executable" ? { command: program.path, args: [path] } : undefined;
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== "";
}
