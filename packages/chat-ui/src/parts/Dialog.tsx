// A dialog over everything else. The browser keeps the focus in it, Esc closes it, and the focus returns to where it was.
import { useEffect, useRef, type ReactNode } from "react";
import "./Dialog.css";

export interface DialogProps {
  readonly label: string;
  readonly onClose: () => void;
  readonly className?: string | undefined;
  /** Without a heading, for a dialog that begins with its own. */
  readonly isBare?: boolean | undefined;
  readonly children: ReactNode;
}

export function Dialog({ label, onClose, className = "", isBare = false, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    dialog?.showModal();
    return () => {
      dialog?.close();
      // Unless the person is elsewhere already.
      if (before instanceof HTMLElement && document.activeElement === document.body) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      className={`dialog ${className}`}
      aria-label={label}
      onCancel={onClose}
      onClose={onClose}
      onClick={({ target }) => {
        if (target === ref.current) onClose();
      }}
    >
      <div className="dialog-content">
        {!isBare && <h2 className="dialog-title">{label}</h2>}
        {children}
      </div>
    </dialog>
  );
}
