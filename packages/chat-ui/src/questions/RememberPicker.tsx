// For how long an answer holds, and for what exactly.
import { readProposal } from "@parley/chat-model";
import { revealLine, t } from "@parley/base";
import { useId } from "react";
import type { PermissionReply } from "./questions-port.ts";
import { describeScope } from "./words.ts";
import "./RememberPicker.css";

export interface RememberPickerProps {
  readonly value: PermissionReply["remember"];
  readonly onChange: (value: PermissionReply["remember"]) => void;
  /** What the answer would be remembered for. */
  readonly proposals: readonly string[];
}

const SCOPES = ["session", "workspace", "always"] as const;

export function RememberPicker({ value, onChange, proposals }: RememberPickerProps) {
  const detailId = useId();
  return (
    <div className="remember-picker">
      <label>
        {t("Remember my answer")}{" "}
        <select
          value={value ?? ""}
          aria-describedby={detailId}
          onChange={({ target }) => onChange(SCOPES.find((scope) => scope === target.value))}
        >
          <option value="">{t("no")}</option>
          {SCOPES.map((scope) => (
            <option key={scope} value={scope}>
              {describeScope(scope)}
            </option>
          ))}
        </select>
      </label>
      <span id={detailId} className="remember-picker-what">
        {value !== undefined && t("for {0}", proposals.map((one) => revealLine(readProposal(one))).join("; "))}
      </span>
    </div>
  );
}
