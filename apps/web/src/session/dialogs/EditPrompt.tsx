// Edits a prompt and sends it again, in place of everything from there on.
import type { MessageItem } from "@parley/acp/transcript";
import { textOfBlocks } from "@parley/chat-model";
import { useView } from "@parley/chat-ui";
import { useState } from "react";
import { useServer } from "../../server/page-server.ts";
import { resendPrompt } from "../resend-prompt.ts";
import { DialogForm } from "./DialogForm.tsx";

export interface EditPromptProps {
  readonly sessionId: string;
  readonly prompt: MessageItem;
}

const ROWS_MAX = 12;

export function EditPrompt({ sessionId, prompt }: EditPromptProps) {
  const { remote, sessions } = useServer();
  const isRunning = useView(sessions, (list) => (list.get(sessionId)?.status ?? "idle") !== "idle");
  const [text, setText] = useState(() => textOfBlocks(prompt.blocks.filter(({ type }) => type === "text")));
  const [keepsFiles, setKeepsFiles] = useState(false);
  return (
    <DialogForm
      label="Edit and resend"
      action={isRunning ? "Cancel the turn and send" : "Send"}
      isReady={text.trim() !== ""}
      onSubmit={() => resendPrompt(remote, { sessionId, prompt, text, keepsFiles })}
    >
      <label>
        Prompt
        <textarea
          rows={Math.min(ROWS_MAX, text.split("\n").length + 2)}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <p>This replaces the prompt and everything after it. Files are restored to how they were before it.</p>
      <label className="dialog-form-check">
        <input type="checkbox" checked={keepsFiles} onChange={({ target }) => setKeepsFiles(target.checked)} />
        Leave the files as they are
      </label>
    </DialogForm>
  );
}
