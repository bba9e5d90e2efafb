// The prompts that wait for the running turn: edit, reorder, send now, withdraw.
import { neutralLine, truncate, t } from "@parley/base";
import { ArrowDown, ArrowUp, Pencil, SendHorizontal, X } from "lucide-react";
import { useState } from "react";
import { Button } from "../parts/Button.tsx";
import type { ComposerPort, QueuedItem } from "./composer-port.ts";
import "./QueueList.css";

export interface QueueListProps {
  /** The next one first. */
  readonly queue: readonly QueuedItem[];
  readonly port: ComposerPort;
  /** Shows why something did not work. */
  readonly attempt: (work: Promise<void>) => void;
}

const SHOWN_CHARS = 200;

export function QueueList({ queue, port, attempt }: QueueListProps) {
  const [edited, setEdited] = useState<string>();
  if (queue.length === 0) return null;
  return (
    <ol className="queue-list" aria-label={t("Queued prompts")}>
      {queue.map((item, index) => (
        <li key={item.turnId} className="queue-list-item">
          {edited === item.turnId ? (
            <Editing
              item={item}
              onDone={(text) => {
                setEdited(undefined);
                if (text !== undefined && text !== item.text) attempt(port.editQueued(item.turnId, text));
              }}
            />
          ) : (
            <>
              <span className="queue-list-text">
                {describe(item)}
                {item.by !== undefined && <small> {neutralLine(item.by)}</small>}
              </span>
              <Buttons
                item={item}
                index={index}
                count={queue.length}
                port={port}
                attempt={attempt}
                onEdit={setEdited}
              />
            </>
          )}
        </li>
      ))}
    </ol>
  );
}

function describe({ text, attachments }: QueuedItem): string {
  return truncate([neutralLine(text), ...attachments].filter((part) => part !== "").join(" · "), SHOWN_CHARS);
}

interface ButtonsProps extends Omit<QueueListProps, "queue"> {
  readonly item: QueuedItem;
  readonly index: number;
  readonly count: number;
  readonly onEdit: (turnId: string) => void;
}

function Buttons({ item: { turnId }, index, count, port, attempt, onEdit }: ButtonsProps) {
  return (
    <span className="queue-list-buttons">
      {index > 0 && (
        <Button look="quiet" aria-label={t("Move up")} onClick={() => attempt(port.moveQueued(turnId, index - 1))}>
          <ArrowUp size={14} aria-hidden="true" />
        </Button>
      )}
      {index < count - 1 && (
        <Button look="quiet" aria-label={t("Move down")} onClick={() => attempt(port.moveQueued(turnId, index + 1))}>
          <ArrowDown size={14} aria-hidden="true" />
        </Button>
      )}
      <Button look="quiet" aria-label={t("Edit queued prompt")} onClick={() => onEdit(turnId)}>
        <Pencil size={14} aria-hidden="true" />
      </Button>
      <Button
        look="quiet"
        aria-label={t("Send now")}
        title={t("Stop the running turn and send this now")}
        onClick={() => attempt(port.sendQueuedNow(turnId))}
      >
        <SendHorizontal size={14} aria-hidden="true" />
      </Button>
      <Button look="quiet" aria-label={t("Withdraw")} onClick={() => attempt(port.withdrawQueued(turnId))}>
        <X size={14} aria-hidden="true" />
      </Button>
    </span>
  );
}

function Editing({ item, onDone }: { readonly item: QueuedItem; readonly onDone: (text: string | undefined) => void }) {
  const [text, setText] = useState(item.text);
  const finish = (): void => onDone(text.trim() === "" ? undefined : text);
  return (
    <>
      <textarea
        className="queue-list-editing"
        aria-label={t("Queued prompt")}
        rows={2}
        autoFocus
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onDone(undefined);
          else if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) finish();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <Button onClick={finish}>{t("Save")}</Button>
      <Button look="quiet" onClick={() => onDone(undefined)}>
        {t("Cancel")}
      </Button>
    </>
  );
}
