// How this window stands with its server, in one value for the status bar and the chats.
import type { Remote } from "@parley/remote";
import type { ServerLocator } from "./server-locator.ts";

export type ServerStatus =
  | { readonly kind: "connected"; readonly version: string }
  | { readonly kind: "connecting" | "starting" | "off" }
  | { readonly kind: "failed"; readonly message: string };

export function readServerStatus(remote: Remote, locator: ServerLocator): ServerStatus {
  const { state } = remote;
  if (state.kind === "connected") return { kind: "connected", version: state.server.version };
  if (typeof locator.state === "object") return { kind: "failed", message: locator.state.failure.message };
  if (locator.state === "starting") return { kind: "starting" };
  if (locator.state === "none") return { kind: "off" };
  if (state.kind === "reconnecting" || state.kind === "closed") return { kind: "connecting" };
  return { kind: "failed", message: state.reason.message };
}
