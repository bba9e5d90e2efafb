// A dialog that asks for one thing and does it: its fields, what went wrong, and the buttons.
import { Button, Dialog, type ButtonProps } from "@parley/chat-ui";
import { useState, type FormEvent, type ReactNode } from "react";
import { reasonOf } from "../../state/notices.ts";
import { useCloseDialog } from "../../state/use-close-dialog.ts";
import "./DialogForm.css";

export interface DialogFormProps {
  readonly label: string;
  /** What the button says: what happens. */
  readonly action: string;
  readonly look?: ButtonProps["look"];
  readonly isReady?: boolean | undefined;
  /** Rejects with what is shown to the person. The dialog closes when it resolves. */
  readonly onSubmit: () => Promise<void>;
  readonly children: ReactNode;
}

export function DialogForm({ label, action, look = "primary", isReady = true, onSubmit, children }: DialogFormProps) {
  const close = useCloseDialog();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsBusy(true);
    setProblem(undefined);
    try {
      await onSubmit();
      close();
    } catch (cause) {
      setProblem(reasonOf(cause));
      setIsBusy(false);
    }
  };
  return (
    <Dialog label={label} onClose={close}>
      <form className="dialog-form" onSubmit={(event) => void submit(event)}>
        {children}
        {problem !== undefined && (
          <p className="dialog-form-problem" role="alert">
            {problem}
          </p>
        )}
        <div className="dialog-form-actions">
          <Button onClick={close}>Cancel</Button>
          <Button look={look} type="submit" disabled={isBusy || !isReady}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
