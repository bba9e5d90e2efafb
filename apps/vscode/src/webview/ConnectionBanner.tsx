// How the chat stands with its server; nothing while it is connected.
import { t } from "@parley/base";
import { useEffect, useState } from "react";
import type { ChatConnection } from "../protocol/chat-protocol.ts";
import { Banner } from "./Banner.tsx";

/** A connection that stands by then is not worth a word. */
const QUIET_MS = 1_000;

function toWords(kind: Exclude<ChatConnection["kind"], "connected">): string {
  switch (kind) {
    case "connecting":
      return t("Connecting to the server…");
    case "starting":
      return t("Starting the server…");
    case "off":
      return t("The server is not running.");
    case "failed":
      return t("The server cannot be used.");
  }
}

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
  return <Banner tone={kind === "failed" ? "bad" : "plain"} message={message ?? toWords(kind)} actions={actions} />;
}
