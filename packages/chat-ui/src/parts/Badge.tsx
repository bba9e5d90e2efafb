// A state in a word; its colour says the same.
import type { ReactNode } from "react";
import "./Badge.css";

export type Tone = "plain" | "good" | "busy" | "need" | "bad" | "new";

export interface BadgeProps {
  readonly tone?: Tone | undefined;
  readonly children: ReactNode;
}

export function Badge({ tone = "plain", children }: BadgeProps) {
  return <span className={`badge badge-${tone}`}>{children}</span>;
}
