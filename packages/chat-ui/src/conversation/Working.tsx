// The last line while a turn runs: how long the agent has worked, or that it waits for the person.
import { t } from "@parley/base";
import { durationMs, formatElapsed } from "@parley/chat-model";
import { LoaderCircle } from "lucide-react";
import { SECONDS_REFRESH_MS } from "../limits.ts";
import { useNow } from "../state/use-now.ts";
import { useView } from "../state/use-view.ts";
import { useConversation } from "./conversation-context.ts";
import "./Working.css";

export function Working() {
  const { view } = useConversation();
  const needsYou = useView(view, ({ needsYou: is }) => is);
  const now = useNow(needsYou ? undefined : SECONDS_REFRESH_MS);
  const { turn } = view;
  if (needsYou) return <div className="working working-waiting">{t("Waiting for your answer")}</div>;
  return (
    <div className="working">
      <LoaderCircle className="tool-row-running" size={16} aria-hidden />
      <span>{t("Working")}</span>
      <span className="working-time">{turn === undefined ? "" : formatElapsed(durationMs(turn, now))}</span>
    </div>
  );
}
