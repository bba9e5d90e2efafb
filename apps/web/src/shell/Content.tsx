// What the address names: a session, a page, or the start.
import { Loading, useView } from "@parley/chat-ui";
import { lazy, Suspense } from "react";
import { guide } from "../guide/guide-state.ts";
import { PAGES } from "../pages/pages.ts";
import { SessionPage } from "../session/SessionPage.tsx";
import { parseSessionPath } from "../state/routes.ts";
import { NotFound } from "./NotFound.tsx";
import { Start } from "./Start.tsx";
import "./Content.css";

const SHOWN_PAGES = PAGES.map(({ load, ...page }) => ({
  ...page,
  Shown: lazy(async () => ({ default: await load() })),
}));

const GuideBar = lazy(async () => ({ default: (await import("../guide/GuideBar.tsx")).GuideBar }));

export function Content({ path }: { readonly path: string }) {
  const session = parseSessionPath(path);
  if (session !== undefined) {
    return (
      <div className="content content-session">
        <SessionGuide sessionId={session.id} />
        <SessionPage key={session.id} sessionId={session.id} tab={session.tab} />
      </div>
    );
  }
  const page = SHOWN_PAGES.find(({ path: own }) => path === own || path.startsWith(`${own}/`));
  return (
    <div className="content content-page" data-region="Page" tabIndex={-1}>
      <Suspense fallback={<Loading label="Loading" />}>
        {page !== undefined ? <page.Shown /> : <Fallback path={path} />}
      </Suspense>
    </div>
  );
}

/** Over the session that is guided. */
function SessionGuide({ sessionId }: { readonly sessionId: string }) {
  const current = useView(guide, ({ value }) => value);
  if (current?.sessionId !== sessionId) return null;
  return (
    <Suspense>
      <GuideBar current={current} />
    </Suspense>
  );
}

function Fallback({ path }: { readonly path: string }) {
  return <main>{path === "/" || path === "/inbox" ? <Start /> : <NotFound path={path} />}</main>;
}
