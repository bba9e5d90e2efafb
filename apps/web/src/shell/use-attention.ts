// Shows that something needs the person: in the title of the tab, on the icon of the app, and by a notification.
import { revealLine } from "@parley/base";
import { useView, type AskedQuestion } from "@parley/chat-ui";
import { useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { useServer, type PageServer } from "../server/page-server.ts";
import { parseSessionPath } from "../state/routes.ts";

const NAME = "Parley";

export function useAttention(): void {
  const server = useServer();
  const [path, navigate] = useLocation();
  const count = useView(server.questions, (list) => list.openCount);
  const questions = useView(server.questions, (list) => (list.isLoaded ? list.questions : undefined));
  const id = parseSessionPath(path)?.id;
  const name = useView(server.sessions, (list) => (id === undefined ? undefined : list.get(id)?.name));
  useEffect(() => {
    document.title = `${count > 0 ? `(${count}) ` : ""}${name === undefined ? NAME : `${revealLine(name)} · ${NAME}`}`;
    setBadge(count);
  }, [count, name]);
  const told = useRef<ReadonlySet<string>>(undefined);
  useEffect(() => {
    if (questions === undefined) return;
    const open = questions.filter(({ over }) => over === undefined);
    const isFirst = told.current === undefined;
    const news = open.filter(({ interaction }) => told.current?.has(interaction.id) !== true);
    told.current = new Set(open.map(({ interaction }) => interaction.id));
    if (isFirst || !document.hidden || news.length === 0) return;
    // Without the server there is no notification; the question is there when the page is looked at.
    notify(news, server, navigate).catch(() => undefined);
  }, [questions, server, navigate]);
}

async function notify(
  questions: readonly AskedQuestion[],
  server: PageServer,
  navigate: (path: string) => void,
): Promise<void> {
  const { notifyQuestion } = await import("./notify-question.ts");
  for (const question of questions) notifyQuestion(question, server, navigate);
}

/** Where the page is installed as an app. */
function setBadge(count: number): void {
  if (!("setAppBadge" in navigator)) return;
  const done = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
  // A browser may have the function and still refuse.
  done.catch(() => undefined);
}
