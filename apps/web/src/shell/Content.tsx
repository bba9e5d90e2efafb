// What the address names: a session, a page, or the start.
import { FailureBoundary, lazyPart, Loading, useView } from "@parley/chat-ui";
import { guide } from "../guide/guide-state.ts";
import { PAGES } from "../pages/pages.ts";
import { SessionPage } from "../session/SessionPage.tsx";
import { parseSessionPath } from "../state/routes.ts";
import { NotFound } from "./NotFound.tsx";
import { Start } from "./Start.tsx";
import "./Content.css";

const SHOWN_PAGES = PAGES.map(({ load, ...page }) => ({
  ...page,
  Shown: lazyPart(load, <Loading label="Loading" />),
}));

const GuideBar = lazyPart(async () => (await import("../guide/GuideBar.tsx")).GuideBar);

export function Content({ path }: { readonly path: string }) {
  const session = parseSessionPath(path);
  if (session !== undefined) {
    return (
      <div className="content content-session">
        <SessionGuide sessionId={session.id} />
        <FailureBoundary key={session.id} name="this session">
          <SessionPage sessionId={session.id} tab={session.tab} seq={session.seq} />
        </FailureBoundary>
      </div>
    );
  }
  const page = SHOWN_PAGES.find(({ path: own }) => path === own || path.startsWith(`${own}/`));
  return (
    <div className="content content-page" data-region="Page" tabIndex={-1}>
      <FailureBoundary key={page?.path} name="this page">
        {page !== undefined ? <page.Shown /> : <Fallback path={path} />}
      </FailureBoundary>
    </div>
  );
}

/** Over the session that is guided. */
function SessionGuide({ sessionId }: { readonly sessionId: string }) {
  const current = useView(guide, ({ value }) => value);
  if (current?.sessionId !== sessionId) return null;
  return <GuideBar current={current} />;
}

function Fallback({ path }: { readonly path: string }) {
  return <main>{path === "/" || path === "/inbox" ? <Start /> : <NotFound path={path} />}</main>;
}
