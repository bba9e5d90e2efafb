// How a program that was found is started: as it is, but for the batch files of Windows, which only its shell can run.
import { readVariable, type Surroundings } from "./surroundings.ts";

export interface LaunchCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** Node refuses to start `.cmd` and `.bat` by themselves, and npm makes a `.cmd` for every program that it installs. */
export function toLaunchCommand(program: string, args: readonly string[], surroundings: Surroundings): LaunchCommand {
  if (surroundings.platform !== "win32" || !/\.(cmd|bat)$/i.test(program)) return { command: program, args };
  return { command: readVariable(surroundings, "ComSpec") ?? "cmd.exe", args: ["/d", "/c", program, ...args] };
}
