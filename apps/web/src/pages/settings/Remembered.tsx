// What this browser remembers between visits, such as drafts and the width of panes, and how to forget it.
import { Button } from "@parley/chat-ui";
import { useState } from "react";
import { forgetStored, listStored } from "./stored.ts";

export function Remembered() {
  const [names, setNames] = useState(listStored);
  const [isAsking, setAsking] = useState(false);
  if (names.length === 0) return <p className="settings-quiet">This browser stores nothing for Parley.</p>;
  const forget = (): void => {
    forgetStored();
    setAsking(false);
    setNames(listStored());
  };
  return (
    <div role="group" aria-label="Stored in this browser">
      <p className="settings-quiet">Stored in this browser: {names.join(", ")}.</p>
      {isAsking ? (
        <>
          <p className="settings-quiet">This also clears unsent messages and the theme. Sessions stay on the server.</p>
          <Button look="danger" onClick={forget}>
            Clear everything
          </Button>{" "}
          <Button onClick={() => setAsking(false)}>Cancel</Button>
        </>
      ) : (
        <Button onClick={() => setAsking(true)}>Clear…</Button>
      )}
    </div>
  );
}
