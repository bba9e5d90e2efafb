// A part of a page with a heading, found by its name.
import { useId, type ReactNode } from "react";
import "./Section.css";

export interface SectionProps {
  readonly title: string;
  /** After the title: how many there are. */
  readonly count?: number | undefined;
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, count, about, actions, children }: SectionProps) {
  const id = useId();
  return (
    <section className="section" aria-labelledby={id}>
      <div className="section-head">
        <h2 id={id} className="section-title">
          {title}
        </h2>
        {count !== undefined && <span className="section-count">{count}</span>}
        {actions !== undefined && <div className="section-actions">{actions}</div>}
      </div>
      {about !== undefined && <p className="section-about">{about}</p>}
      {children}
    </section>
  );
}
