// Gives a session another name.
import { useView } from "@parley/chat-ui";
import { useState } from "react";
import { useServer } from "../../server/page-server.ts";
import { DialogForm } from "./DialogForm.tsx";

export function RenameSession({ sessionId }: { readonly sessionId: string }) {
  const { remote, sessions } = useServer();
  const current = useView(sessions, (list) => list.get(sessionId)?.name ?? "");
  const [name, setName] = useState(current);
  const rename = async (): Promise<void> => {
    await remote.request("sessions/rename", { id: sessionId, name });
  };
  return (
    <DialogForm label="Rename the session" action="Rename" isReady={name.trim() !== ""} onSubmit={rename}>
      <label>
        Name
        <input
          value={name}
          onChange={({ target }) => setName(target.value)}
          onFocus={({ target }) => target.select()}
        />
      </label>
    </DialogForm>
  );
}
