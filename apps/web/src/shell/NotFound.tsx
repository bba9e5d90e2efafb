// An address that the page does not have.
import { revealLine } from "@parley/base";
import { EmptyState } from "@parley/chat-ui";
import { toHref } from "../state/routes.ts";

export function NotFound({ path }: { readonly path: string }) {
  return (
    <EmptyState title="Page not found">
      <p>
        Parley has no page at <code>{revealLine(path.slice(0, 200))}</code>. <a href={toHref("/")}>Show the sessions</a>
      </p>
    </EmptyState>
  );
}
