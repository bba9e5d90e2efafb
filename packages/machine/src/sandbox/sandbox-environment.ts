// The environment inside: without variables that lead to places that the sandbox hides.
import type { Environment } from "../processes/environment.ts";
import { MARK_VARIABLE } from "../processes/mark.ts";

/** Key agents, session buses, displays, containers, other terminals: their sockets are hidden. Upper case, `*` at an end. */
const REMOVED = [
  "PARLEY_*",
  "SSH_*",
  "DBUS_*",
  "DOCKER_*",
  "CONTAINER_HOST",
  "CONTAINERD_*",
  "PODMAN_*",
  "BUILDKIT_HOST",
  "KUBECONFIG",
  "XDG_RUNTIME_DIR",
  "XDG_SESSION_*",
  "WAYLAND_*",
  "DISPLAY",
  "XAUTHORITY",
  "SESSION_MANAGER",
  "GNOME_KEYRING_*",
  "GPG_AGENT_INFO",
  "GNUPGHOME",
  "KRB5CCNAME",
  "PULSE_*",
  "PIPEWIRE_*",
  "NOTIFY_SOCKET",
  "LISTEN_*",
  "INVOCATION_ID",
  "JOURNAL_STREAM",
  "TMUX*",
  "STY",
  "VSCODE_IPC_*",
  "VSCODE_GIT_*",
  "GIT_ASKPASS",
  "SUDO_*",
  "*_SOCK",
  "*_SOCKET",
  "TMPDIR",
  "TMP",
  "TEMP",
  "OLDPWD",
] as const;

/** Set by us for processes inside, and not secret. */
const KEPT = new Set<string>([MARK_VARIABLE]);

export function sandboxEnvironment(env: Environment, more: Readonly<Record<string, string>>): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && (KEPT.has(name) || !isRemoved(name.toUpperCase()))) result[name] = value;
  }
  return { ...result, ...more };
}

function isRemoved(name: string): boolean {
  return REMOVED.some((pattern) => {
    if (pattern.startsWith("*")) return name.endsWith(pattern.slice(1));
    return pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
  });
}
