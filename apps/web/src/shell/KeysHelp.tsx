// All keys of the page.
import { Dialog } from "@parley/chat-ui";
import { dialogs } from "../state/dialogs.ts";
import { KEY_GROUPS } from "./keys.ts";
import "./KeysHelp.css";

export function KeysHelp() {
  return (
    <Dialog label="Keys" onClose={() => dialogs.close()}>
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
