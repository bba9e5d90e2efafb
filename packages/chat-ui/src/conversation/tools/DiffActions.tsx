// A diff that is not in its file: a button that applies it. Some agents propose changes and leave the writing to the person.
import { t } from "@parley/base";
import type { ToolCallItem } from "@parley/acp/transcript";
import { useEffect, useState } from "react";
import { useAttempt } from "../../composer/use-attempt.ts";
import { Button } from "../../parts/Button.tsx";
import { useView } from "../../state/use-view.ts";
import { useConversation } from "../conversation-context.ts";
import type { DiffState } from "../conversation-port.ts";
import "./DiffActions.css";

export interface DiffActionsProps {
  readonly item: ToolCallItem;
  /** Its place in the content of the tool call. */
  readonly at: number;
}

export function DiffActions({ item, at }: DiffActionsProps) {
  const { view, port } = useConversation();
  const isRunning = useView(view, ({ state }) => state.running);
  const [state, setState] = useState<DiffState>();
  const [isDone, setDone] = useState(false);
  const { problem, attempt } = useAttempt();
  // While a turn runs, its agent may still write it.
  useEffect(() => {
    if (isRunning || port.readDiff === undefined) return undefined;
    let isLate = false;
    port.readDiff(item, at).then(
      (found) => isLate || setState(found),
      () => undefined, // A file that cannot be read has no button.
    );
    return () => {
      isLate = true;
    };
  }, [port, item, at, isRunning]);
  const apply = async (): Promise<void> => {
    if (port.applyDiff === undefined || !(await attempt(port.applyDiff(item, at)))) return;
    setState("applied");
    setDone(true);
  };
  if (isRunning || port.applyDiff === undefined) return null;
  if (state === "misfit")
    return <p className="diff-actions">{t("This no longer fits the file, which has changed since.")}</p>;
  if (state !== "open") return isDone ? <p className="diff-actions">{t("Applied.")}</p> : null;
  return (
    <div className="diff-actions">
      <Button onClick={() => void apply()}>{t("Apply")}</Button>
      {port.compareDiff !== undefined && (
        <Button look="quiet" onClick={() => void attempt(port.compareDiff?.(item, at) ?? Promise.resolve())}>
          {t("Compare")}
        </Button>
      )}
      {problem !== undefined && <span role="alert">{problem}</span>}
    </div>
  );
}
