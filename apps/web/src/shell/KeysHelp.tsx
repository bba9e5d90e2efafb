// All keys of the page.
import { Button, Dialog } from "@parley/chat-ui";
import { X } from "lucide-react";
import { useCloseDialog } from "../state/use-close-dialog.ts";
import { KEY_GROUPS } from "./keys.ts";
import "./KeysHelp.css";

export function KeysHelp() {
  const close = useCloseDialog();
  return (
    <Dialog label="Keyboard shortcuts" isBare onClose={close}>
      <header className="keys-help-head">
        <h2 className="dialog-title">Keyboard shortcuts</h2>
        <Button look="quiet" aria-label="Close" onClick={close}>
          <X size={16} aria-hidden="true" />
        </Button>
      </header>
      {KEY_GROUPS.map(({ title, keys }) => (
        <section key={title} className="keys-help-group">
          <h3 className="keys-help-title">{title}</h3>
          <dl className="keys-help-keys">
            {keys.map(({ keys: own, what }) => (
              <div key={what}>
                <dt>
                  {own.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
