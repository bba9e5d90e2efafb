// What can be done from a prompt on: shown when the pointer or the keyboard is on it.
import { t } from "@parley/base";
import type { MessageItem } from "@parley/acp/transcript";
import { GitFork, History, Pencil, type LucideIcon } from "lucide-react";
import { Button } from "../parts/Button.tsx";
import { CopyButton } from "../parts/CopyButton.tsx";
import { useConversation } from "./conversation-context.ts";
import type { ConversationPort } from "./conversation-port.ts";
import "./PromptActions.css";

interface Action {
  readonly name: "editAndResend" | "forkAt" | "rewindTo";
  readonly toLabel: () => string;
  readonly Icon: LucideIcon;
}

const ACTIONS: readonly Action[] = [
  { name: "editAndResend", toLabel: () => t("Edit and resend"), Icon: Pencil },
  { name: "forkAt", toLabel: () => t("Fork here"), Icon: GitFork },
  { name: "rewindTo", toLabel: () => t("Rewind here"), Icon: History },
];

export function PromptActions({ item, text }: { readonly item: MessageItem; readonly text: string }) {
  const { port } = useConversation();
  return (
    <div className="prompt-actions" role="group" aria-label={t("From this prompt on")}>
      {ACTIONS.filter(({ name }) => port[name] !== undefined).map(({ name, toLabel, Icon }) => (
        <Button key={name} look="quiet" aria-label={toLabel()} title={toLabel()} onClick={() => call(port, name, item)}>
          <Icon size={14} aria-hidden />
        </Button>
      ))}
      <CopyButton text={text} label={t("Copy prompt")} />
    </div>
  );
}

function call(port: ConversationPort, name: Action["name"], item: MessageItem): void {
  port[name]?.(item);
}
