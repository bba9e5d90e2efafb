// Questions of agents: cards in the conversation, and the inbox.
import { Inbox, Questions, type AskedQuestion, type InboxPort } from "../../src/index.ts";
import type { ChatPort } from "../../src/index.ts";
import type { GalleryGroup, GalleryState } from "../gallery-state.ts";
import { ANSWERED, COMMAND, EDIT, FORM, MANY, PAGE } from "./asked.ts";

const FOLDER = "/code/shop";

function card(id: string, title: string, questions: readonly AskedQuestion[]): GalleryState {
  return { id, title, open: ({ port }) => <Questions questions={questions} port={port} folder={FOLDER} /> };
}

export const questions: GalleryGroup = {
  id: "questions",
  title: "Questions",
  states: [
    card("edit", "An edit", [EDIT]),
    card("command", "A dangerous command with an invisible character", [COMMAND]),
    card("form", "A form", [FORM]),
    card("page", "A page to open", [PAGE]),
    card("answered", "Answered in another window", [ANSWERED]),
    card("many", "A hundred at once", MANY),
  ],
};

const TITLES: Readonly<Record<string, string>> = { shop: "Fix the rounding of discounts", kit: "Release 4.2" };

const sessionOf = (sessionId: string) => ({ title: TITLES[sessionId] ?? sessionId, folder: FOLDER, agent: "Goose" });

function inboxState(id: string, title: string, asked: readonly AskedQuestion[], beside?: string): GalleryState {
  return {
    id,
    title,
    open: ({ port }) => (
      <div style={{ maxWidth: 276 }}>
        <Inbox
          questions={asked}
          sessionOf={sessionOf}
          port={port as ChatPort & InboxPort}
          besideSessionId={beside}
          showsEmpty={asked.length === 0}
        />
      </div>
    ),
  };
}

export const inbox: GalleryGroup = {
  id: "inbox",
  title: "Inbox",
  states: [
    inboxState("several", "Questions of several sessions", [EDIT, COMMAND, FORM, PAGE]),
    inboxState("beside", "One of them is in the conversation beside it", [EDIT, COMMAND], "shop"),
    inboxState("many", "A hundred at once", MANY),
    inboxState("empty", "Nothing to answer", []),
  ],
};
