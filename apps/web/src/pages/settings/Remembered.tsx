// What this browser remembers between visits, such as drafts and the width of panes, and how to forget it.
import { Button } from "@parley/chat-ui";
import { useState } from "react";
import { forgetStored, listStored } from "./stored.ts";

export function Remembered() {
  const [names, setNames] = useState(listStored);
  const [isAsking, setAsking] = useState(false);
  if (names.length === 0) return <p className="settings-quiet">This browser remembers nothing.</p>;
  const forget = (): void => {
    forgetStored();
    setAsking(false);
    setNames(listStored());
  };
  return (
    <div role="group" aria-label="Remembered here">
      <p className="settings-quiet">
        Remembered here ({names.length}): <code>{names.slice(0, SHOWN).join(", ")}</code>
        {names.length > SHOWN && " and more"}
      </p>
      {isAsking ? (
        <>
          <p className="settings-quiet">
            Unsent messages and the theme are forgotten too. Sessions stay on the server.
          </p>
          <Button look="danger" onClick={forget}>
            Forget everything
          </Button>{" "}
          <Button onClick={() => setAsking(false)}>Keep it</Button>
        </>
      ) : (
        <Button onClick={() => setAsking(true)}>Forget…</Button>
      )}
    </div>
  );
}

const SHOWN = 12;
