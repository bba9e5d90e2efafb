// The frame of the page: top bar, sessions, and what the address names. On a phone, one of them at a time.
import { useLocation } from "wouter";
import { parseSessionPath } from "../state/routes.ts";
import { BottomBar } from "./BottomBar.tsx";
import { ConnectionBar } from "./ConnectionBar.tsx";
import { Content } from "./Content.tsx";
import { Dialogs } from "./Dialogs.tsx";
import { NoticeList } from "./NoticeList.tsx";
import { NotifyOffer } from "./NotifyOffer.tsx";
import { Sidebar } from "./Sidebar.tsx";
import { TopBar } from "./TopBar.tsx";
import { useAttention } from "./use-attention.ts";
import { usePageKeys } from "./use-page-keys.ts";
import "./Frame.css";

export function Frame() {
  const [path] = useLocation();
  usePageKeys();
  useAttention();
  const session = parseSessionPath(path);
  return (
    <div className="frame" data-front={frontOf(path, session !== undefined)}>
      <TopBar sessionId={session?.id} />
      <ConnectionBar />
      <NotifyOffer />
      <Sidebar sessionId={session?.id} path={path} />
      <Content path={path} />
      <BottomBar sessionId={session?.id} tab={session?.tab} path={path} />
      <Dialogs />
      <NoticeList />
    </div>
  );
}

/** What a phone shows. */
function frontOf(path: string, isSession: boolean): "sessions" | "inbox" | "content" {
  if (path === "/inbox") return "inbox";
  return isSession || path !== "/" ? "content" : "sessions";
}
