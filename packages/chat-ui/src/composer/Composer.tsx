// Where a prompt is written and sent, with what goes along, the prompts that wait, and who answers.
import { t } from "@parley/base";
import type { SessionView } from "@parley/chat-model";
import { useCallback } from "react";
import { useView } from "../state/use-view.ts";
import { ChipList } from "./ChipList.tsx";
import { ComposerFoot } from "./ComposerFoot.tsx";
import { ComposerText } from "./ComposerText.tsx";
import type { ComposerPort, DraftKeeper, Picker, QueuedItem } from "./composer-port.ts";
import { QueueList } from "./QueueList.tsx";
import { useAttach } from "./use-attach.ts";
import { useAttempt } from "./use-attempt.ts";
import type { MentionedSession } from "./use-completion.ts";
import { useDraft } from "./use-draft.ts";
import { useSending } from "./use-sending.ts";
import "./Composer.css";

export interface ComposerProps {
  readonly view: SessionView;
  readonly port: ComposerPort;
  readonly drafts: DraftKeeper;
  readonly queue: readonly QueuedItem[];
  readonly pickers: readonly Picker[];
  /** How the agent is called. */
  readonly agent: string;
  /** Sessions that can be mentioned. */
  readonly sessions: readonly MentionedSession[];
}

export function Composer({ view, port, drafts, queue, pickers, agent, sessions }: ComposerProps) {
  const isRunning = useView(view, ({ state }) => state.running);
  const commands = useView(view, ({ state }) => state.commands);
  const draft = useDraft(drafts);
  const { problem, attempt } = useAttempt();
  const { isSending, isSlow, send } = useSending(draft, port, attempt);
  const attach = useAttach(draft.addChip, attempt);
  const findFiles = useCallback((query: string) => port.findFiles(query), [port]);
  const addSession = async (id: string): Promise<void> => draft.addChip(await port.readSession(id));
  return (
    <div
      className="composer"
      onPaste={attach.onPaste}
      onDrop={attach.onDrop}
      onDragOver={(event) => event.preventDefault()}
    >
      <QueueList queue={queue} port={port} attempt={(work) => void attempt(work)} />
      <div className="composer-box">
        <ChipList chips={draft.chips} onRemove={draft.removeChip} />
        <ComposerText
          view={view}
          text={draft.text}
          placeholder={t("Message {0}, @ to add files, / for commands", agent)}
          isReadOnly={isSending}
          commands={commands}
          sessions={sessions}
          findFiles={findFiles}
          findSymbols={port.findSymbols}
          onText={draft.setText}
          onSession={(id) => void attempt(addSession(id))}
          onSend={send}
          onEscape={() => isRunning && port.stop()}
          onFocus={() => port.prepare()}
        />
        <ComposerFoot
          view={view}
          pickers={pickers}
          isRunning={isRunning}
          isSending={isSending}
          onChoose={(id, value) => void attempt(port.choose(id, value))}
          onFiles={attach.add}
          onStop={() => port.stop()}
          onSend={() => send(false)}
        />
      </div>
      <div className="composer-note" role="status">
        {isSlow && t("Sending…")}
        {problem !== undefined && <span className="composer-problem">{problem}</span>}
        {draft.isVolatile && t("The attachments are too large to survive a reload of this page.")}
      </div>
    </div>
  );
}
