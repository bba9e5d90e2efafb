// The answers to a permission: its options with their keys, a rejection with a reason, and for how long it holds.
import { t } from "@parley/base";
import { preselectedChoice, type PermissionChoice } from "@parley/chat-model";
import { useState, type MouseEvent } from "react";
import { Button } from "../parts/Button.tsx";
import type { PermissionReply } from "./questions-port.ts";
import { RejectReason } from "./RejectReason.tsx";
import { RememberPicker } from "./RememberPicker.tsx";
import { toLabel } from "./words.ts";
import "./PermissionAnswers.css";

export interface PermissionAnswersProps {
  readonly choices: readonly PermissionChoice[];
  readonly isBusy: boolean;
  readonly isDangerous: boolean;
  readonly isExplaining: boolean;
  readonly onExplain: (isExplaining: boolean) => void;
  readonly onAnswer: (choice: PermissionChoice, reason?: string) => void;
  /** What an answer could be remembered for. */
  readonly proposals: readonly string[];
  readonly remember: PermissionReply["remember"];
  readonly onRemember: (remember: PermissionReply["remember"]) => void;
  /** At first only the answers that hold once. */
  readonly isShort: boolean;
}

export function PermissionAnswers(props: PermissionAnswersProps) {
  const { choices, isBusy, isDangerous, isExplaining, onExplain, onAnswer, proposals, remember, onRemember } = props;
  const [isWhole, setWhole] = useState(!props.isShort);
  const shown = isWhole ? choices : choices.filter(({ option }) => ONCE.has(option.kind));
  const first = choices[preselectedChoice(choices)];
  const firstLook = isDangerous ? "danger" : "primary";
  const rejection = findRejection(choices);
  return (
    <div className="permission-answers">
      {shown.map((choice) => (
        <Button
          key={choice.option.optionId}
          look={choice === first ? firstLook : "plain"}
          shortcut={(choice.letter ?? choice.digit).toUpperCase()}
          disabled={isBusy}
          // The second click of a double click may meet the next question.
          onClick={(event: MouseEvent) => event.detail <= 1 && onAnswer(choice)}
        >
          {toLabel(choice.label)}
        </Button>
      ))}
      {!isWhole && (
        <Button look="quiet" aria-label={t("More answers")} disabled={isBusy} onClick={() => setWhole(true)}>
          {t("More…")}
        </Button>
      )}
      {isWhole && rejection !== undefined && !isExplaining && (
        <Button disabled={isBusy} shortcut="R" onClick={() => onExplain(true)}>
          {t("Reject and say why…")}
        </Button>
      )}
      {rejection !== undefined && isExplaining && (
        <RejectReason
          isBusy={isBusy}
          onCancel={() => onExplain(false)}
          onReject={(reason) => onAnswer(rejection, reason)}
        />
      )}
      {isWhole && proposals.length > 0 && (
        <RememberPicker value={remember} onChange={onRemember} proposals={proposals} />
      )}
    </div>
  );
}

const ONCE: ReadonlySet<string> = new Set(["allow_once", "reject_once"]);

/** The one that a reason can go with. */
export function findRejection(choices: readonly PermissionChoice[]): PermissionChoice | undefined {
  return choices.find(({ option }) => option.kind === "reject_once");
}
