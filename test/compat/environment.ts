// Where one run takes place, and the environment it gets.
import { delimiter, dirname, join } from "node:path";

export interface ScenePlace {
  /** The folder that holds the agent's `node_modules`. */
  readonly installed: string;
  /** A folder of this run's own, with the home in it. */
  readonly root: string;
  /** Where to write down what passes between client and agent, if anywhere. */
  readonly traceFile?: string | undefined;
  /** Without the workarounds for the agent's faults. */
  readonly ignoresQuirks?: boolean | undefined;
}

export function homeIn(root: string): string {
  return join(root, "home");
}

/** What a run gets of our environment: nothing of the user's, no keys, no settings, no home. */
export function cleanEnvironment(root: string): Record<string, string> {
  const home = homeIn(root);
  return {
    PATH: [dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter),
    HOME: home,
    USERPROFILE: home,
    XDG_CONFIG_HOME: join(home, ".config"),
    XDG_DATA_HOME: join(home, ".local", "share"),
    XDG_STATE_HOME: join(home, ".local", "state"),
    XDG_CACHE_HOME: join(home, ".cache"),
    LANG: "C.UTF-8",
    SHELL: "/bin/bash",
    NO_COLOR: "1",
  };
}
