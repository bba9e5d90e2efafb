// Something that did not work: what happened, what to do about it, and another try.
import { t } from "@parley/base";
import type { ReactNode } from "react";
import { Button } from "./Button.tsx";
import "./Problem.css";

export interface ProblemProps {
  /** What was to be done, such as "Could not load the agents". */
  readonly title: string;
  /** Why, as the server said it. */
  readonly message: string;
  readonly onRetry?: (() => void) | undefined;
  readonly children?: ReactNode;
}

export function Problem({ title, message, onRetry, children }: ProblemProps) {
  return (
    <div className="problem" role="alert">
      <div className="problem-text">
        <p className="problem-title">{title}</p>
        <p className="problem-message">{message}</p>
        {children}
      </div>
      {onRetry !== undefined && <Button onClick={onRetry}>{t("Try again")}</Button>}
    </div>
  );
}
