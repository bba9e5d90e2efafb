// A button with its looks, and the key that presses it.
import type { ButtonHTMLAttributes } from "react";
import "./Button.css";

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: "plain" | "primary" | "quiet" | "danger" | undefined;
  /** Shown beside the label; the keys themselves are handled by the surface. */
  readonly shortcut?: string | undefined;
}

export function Button({ look = "plain", shortcut, className = "", children, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} className={`button button-${look} ${className}`}>
      {children}
      {shortcut !== undefined && (
        <kbd className="button-shortcut" aria-hidden="true">
          {shortcut}
        </kbd>
      )}
    </button>
  );
}
