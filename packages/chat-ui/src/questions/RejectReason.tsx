// A rejection with a reason: what the agent should do instead.
import { t } from "@parley/base";
import { useState } from "react";
import { Button } from "../parts/Button.tsx";
import { REASON_CHARS_MAX } from "../limits.ts";
import "./RejectReason.css";

export interface RejectReasonProps {
  readonly isBusy: boolean;
  readonly onReject: (reason: string | undefined) => void;
  readonly onCancel: () => void;
}

export function RejectReason({ isBusy, onReject, onCancel }: RejectReasonProps) {
  const [reason, setReason] = useState("");
  return (
    <form
      className="reject-reason"
      onSubmit={(event) => {
        event.preventDefault();
        onReject(reason.trim() === "" ? undefined : reason.trim());
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onCancel();
      }}
    >
      <input
        className="reject-reason-text"
        aria-label={t("Reason")}
        placeholder={t("What should the agent do instead?")}
        maxLength={REASON_CHARS_MAX}
        autoFocus
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <Button type="submit" look="danger" disabled={isBusy}>
        {t("Reject with reason")}
      </Button>
      <Button look="quiet" onClick={onCancel}>
        {t("Back")}
      </Button>
    </form>
  );
}
