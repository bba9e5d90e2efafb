// A chat: the conversation, its open questions and the composer; or what stands in the way of it.
import { t } from "@parley/base";
import { Composer, Conversation, Loading, Questions, useView } from "@parley/chat-ui";
import type { ChatState } from "../protocol/chat-protocol.ts";
import { Banner } from "./Banner.tsx";
import type { ChatStore } from "./chat-store.ts";
import { ConnectionBanner } from "./ConnectionBanner.tsx";
import { StartScreen } from "./StartScreen.tsx";
import { useNarrow } from "./use-narrow.ts";
import "./ChatApp.css";

export function ChatApp({ store }: { readonly store: ChatStore }) {
  const state = useView(store, (current) => current.state);
  if (state === undefined) return <Loading label={t("Loading the chat")} />;
  return <ShownChat store={store} state={state} />;
}

function ShownChat({ store, state }: { readonly store: ChatStore; readonly state: ChatState }) {
  const view = useView(store, (current) => current.view);
  const { port, draft: drafts } = useView(store, (current) => current.shown);
  const draftVersion = useView(store, (current) => current.draftVersion);
  const isNarrow = useNarrow();
  const { session, agent, questions, queue, pickers, sessions, connection, restriction, notice, display } = state;
  return (
    <main className="chat-app">
      <ConnectionBanner connection={connection} />
      {restriction !== undefined && <Banner tone="plain" {...restriction} />}
      {notice !== undefined && <Banner tone="plain" {...notice} />}
      {session?.end !== undefined && <Banner tone="bad" message={session.end} actions={[]} />}
      {session === undefined ? (
        <StartScreen agent={agent} />
      ) : (
        <Conversation view={view} agent={agent} port={port} isReady={!session.isLoading} display={display} />
      )}
      <Questions questions={questions} port={port} folder={session?.folder} isSmall={isNarrow} />
      <Composer
        key={`${session?.id ?? ""} ${draftVersion}`}
        view={view}
        port={port}
        drafts={drafts}
        queue={queue}
        pickers={pickers}
        agent={agent}
        sessions={sessions}
      />
    </main>
  );
}
