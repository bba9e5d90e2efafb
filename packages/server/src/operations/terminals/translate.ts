// Terminals in the words of the contract.
import type { Reply } from "@parley/contract";
import type { HubTerminal, ShownTerminal } from "@parley/hub";

type NativeTerminal = Reply<"terminal/list">["terminals"][number];
type NativeExit = NonNullable<NativeTerminal["exit"]>;

export function toNativeTerminal(terminal: HubTerminal): NativeTerminal {
  const { id, command, cwd, startedAtMs, isRunning, isPty, size, exit } = terminal;
  return {
    id,
    command,
    cwd,
    started_at: new Date(startedAtMs).toISOString(),
    is_running: isRunning,
    is_pty: isPty,
    ...(size && { size: { cols: size.cols, rows: size.rows } }),
    ...(exit && { exit: toNativeExit(exit) }),
  };
}

export function toShownTerminal(shown: ShownTerminal): Reply<"terminal/get"> {
  return { ...toNativeTerminal(shown), output: shown.output, truncated: shown.truncated };
}

export function toNativeExit({ exitCode, signal }: NonNullable<HubTerminal["exit"]>): NativeExit {
  return { exit_code: exitCode, signal };
}
