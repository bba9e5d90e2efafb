// Opens a page in the user's browser, if this machine has a desktop.
import { findProgram } from "@parley/machine";

export interface Opener {
  readonly command: string;
  readonly args: readonly string[];
}

export interface UserSettings {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Undefined without a desktop or a program that can open a page. */
export async function findOpener(path: string, { platform, env }: UserSettings): Promise<Opener | undefined> {
  if (platform === "darwin") return { command: "open", args: [path] };
  // `start` is built into the shell and would need shell quoting, so it is not used.
  if (platform === "win32") return { command: "rundll32", args: ["url.dll,FileProtocolHandler", path] };
  const hasDesktop = isSet(env["DISPLAY"]) || isSet(env["WAYLAND_DISPLAY"]);
  if (!hasDesktop) return undefined;
  const program = await findProgram("xdg-open", "/", env);
  return program?.kind === "executable" ? { command: program.path, args: [path] } : undefined;
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== "";
}
