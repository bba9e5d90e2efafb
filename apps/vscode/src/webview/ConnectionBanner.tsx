// How the chat stands with its server; nothing while it is connected.
import { useEffect, useState } from "react";
import type { ChatConnection } from "../protocol/chat-protocol.ts";
import { Banner } from "./Banner.tsx";

/** A connection that stands by then is not worth a word. */
const QUIET_MS = 1_000;

const WORDS = {
  connecting: "Connecting to the server…",
  starting: "Starting the server…",
  off: "The server is not running.",
  failed: "The server cannot be used.",
} as const;

export function ConnectionBanner({ connection }: { readonly connection: ChatConnection }) {
  const { kind, message, actions } = connection;
  const isPassing = kind === "connecting" || kind === "starting";
  const [isQuiet, setQuiet] = useState(true);
  useEffect(() => {
    setQuiet(true);
    const timer = setTimeout(() => setQuiet(false), QUIET_MS);
    return () => clearTimeout(timer);
  }, [kind]);
  if (kind === "connected" || (isPassing && isQuiet)) return null;
  return <Banner tone={kind === "failed" ? "bad" : "plain"} message={message ?? WORDS[kind]} actions={actions} />;
}
