// Short notices in a corner of the page.
import { Button, useView } from "@parley/chat-ui";
import { X } from "lucide-react";
import { notices } from "../state/notices.ts";
import "./NoticeList.css";

export function NoticeList() {
  const shown = useView(notices, (list) => list.shown);
  return (
    <section className="notice-list" aria-label="Notices" aria-live="polite">
      {shown.map(({ id, tone, text }) => (
        <div key={id} className="notice-list-notice" data-tone={tone}>
          <p>{text}</p>
          <Button look="quiet" aria-label="Dismiss" onClick={() => notices.dismiss(id)}>
            <X size={14} aria-hidden="true" />
          </Button>
        </div>
      ))}
    </section>
  );
}
