// How to start a program: directly, except for Windows batch files, which only the shell can run.
import { readVariable, type HostEnvironment } from "./host-environment.ts";

export interface LaunchCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** Node does not start `.cmd` and `.bat` files directly, and npm creates a `.cmd` for every program that it installs. */
export function toLaunchCommand(program: string, args: readonly string[], host: HostEnvironment): LaunchCommand {
  if (host.platform !== "win32" || !/\.(cmd|bat)$/i.test(program)) return { command: program, args };
  return { command: readVariable(host, "ComSpec") ?? "cmd.exe", args: ["/d", "/c", program, ...args] };
}
