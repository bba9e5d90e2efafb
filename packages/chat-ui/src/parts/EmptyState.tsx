// What a list says when it has nothing to show: why, and what to do next.
import type { ReactNode } from "react";
import "./EmptyState.css";

export interface EmptyStateProps {
  readonly title: string;
  readonly children?: ReactNode;
}

export function EmptyState({ title, children }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <p className="empty-state-title">{title}</p>
      {children !== undefined && <div className="empty-state-next">{children}</div>}
    </div>
  );
}
