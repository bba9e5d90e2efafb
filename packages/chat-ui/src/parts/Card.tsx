// A box that groups one thing and what can be done with it.
import type { ReactNode } from "react";
import "./Card.css";

export interface CardProps {
  /** Its accessible name. */
  readonly label: string;
  readonly children: ReactNode;
}

export function Card({ label, children }: CardProps) {
  return (
    <article className="card" aria-label={label}>
      {children}
    </article>
  );
}
