// The frame of a page beside the conversations: its title, what it is for, its actions, and its content.
import { useEffect, useId, type ReactNode } from "react";
import "./Page.css";

export interface PageProps {
  readonly title: string;
  /** One sentence. */
  readonly about?: ReactNode;
  /** Beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Page({ title, about, actions, children }: PageProps) {
  const id = useId();
  useEffect(() => {
    // A reader of the screen and the keys continue at the top of the new page.
    document.getElementById(id)?.focus({ preventScroll: true });
  }, [id]);
  return (
    <main className="page" aria-labelledby={id}>
      <div className="page-content">
        <header className="page-head">
          <h1 id={id} tabIndex={-1} className="page-title">
            {title}
          </h1>
          {actions !== undefined && <div className="page-actions">{actions}</div>}
        </header>
        {about !== undefined && <p className="page-about">{about}</p>}
        {children}
      </div>
    </main>
  );
}
