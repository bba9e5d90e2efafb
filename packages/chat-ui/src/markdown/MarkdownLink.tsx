// A link: opened in another window, with its real address beside it. What a browser must not open is text.
import type { ReactNode } from "react";
import { toLinkTarget } from "./link-target.ts";

export interface MarkdownLinkProps {
  readonly href: string;
  readonly text: string;
  readonly children: ReactNode;
}

export function MarkdownLink({ href, text, children }: MarkdownLinkProps) {
  const target = toLinkTarget(href, text);
  const place = target.shown !== undefined && <span className="markdown-address"> ({target.shown})</span>;
  if (target.href === undefined) {
    return (
      <span>
        {children}
        {place}
      </span>
    );
  }
  return (
    <>
      <a className="markdown-link" href={target.href} title={target.href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
      {place}
    </>
  );
}
