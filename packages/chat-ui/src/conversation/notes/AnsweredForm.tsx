// A form or a page that the agent asked for, and how it was answered.
import { truncate } from "@parley/base";
import type { ElicitationItem } from "@parley/acp/transcript";
import { describeElicitation } from "@parley/chat-model";
import { CircleHelp } from "lucide-react";
import { TITLE_CHARS_MAX } from "../../limits.ts";
import "./AnsweredForm.css";

export function AnsweredForm({ item }: { readonly item: ElicitationItem }) {
  if (item.phase === "open") return null;
  const { message, fields, ending } = describeElicitation(item);
  return (
    <div className="answered-form" role="note">
      <CircleHelp size={15} aria-hidden />
      <div>
        <div>
          {truncate(message, TITLE_CHARS_MAX)}
          {ending !== undefined && <span className="answered-form-ending"> {ending}</span>}
        </div>
        {fields.length > 0 && (
          <dl className="answered-form-fields">
            {fields.map(({ name, value }) => (
              <div key={name} className="answered-form-field">
                <dt>{truncate(name, TITLE_CHARS_MAX)}</dt>
                <dd>{truncate(value, TITLE_CHARS_MAX)}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </div>
  );
}
