// Deletes a session after asking.
import { revealLine } from "@parley/base";
import { useView } from "@parley/chat-ui";
import { useLocation } from "wouter";
import { useServer } from "../../server/page-server.ts";
import { DialogForm } from "./DialogForm.tsx";

export function DeleteSession({ sessionId }: { readonly sessionId: string }) {
  const { remote, sessions } = useServer();
  const [, navigate] = useLocation();
  const session = useView(sessions, (list) => list.get(sessionId));
  const remove = async (): Promise<void> => {
    await remote.request("sessions/delete", { id: sessionId });
    navigate("/");
  };
  return (
    <DialogForm label="Delete the session" action="Delete" look="danger" onSubmit={remove}>
      <p>
        Delete <b>{revealLine(session?.name ?? sessionId)}</b> and its history everywhere? This cannot be undone. Files
        in its folder stay as they are.
      </p>
      {session !== undefined && session.status !== "idle" && (
        <p className="dialog-form-warning">A turn is running. It will be cancelled.</p>
      )}
    </DialogForm>
  );
}
