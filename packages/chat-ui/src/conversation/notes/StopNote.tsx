// How a turn ended, where there is something to say about it; after a failure, a button that tries once more.
import { t } from "@parley/base";
import type { MessageItem, StopItem } from "@parley/acp/transcript";
import { describeStop, formatDuration, type SessionView } from "@parley/chat-model";
import { Button } from "../../parts/Button.tsx";
import { useView } from "../../state/use-view.ts";
import { useConversation } from "../conversation-context.ts";
import { Note } from "./Note.tsx";
import "./StopNote.css";

/** A turn that took longer says so. */
const LONG_TURN_MS = 10_000;

export function StopNote({ item, ms }: { readonly item: StopItem; readonly ms: number | undefined }) {
  const text = describeStop(item);
  if (text === undefined) {
    if (ms === undefined || ms < LONG_TURN_MS) return null;
    return <Note severity="info" text={t("Took {0}", formatDuration(ms))} />;
  }
  if (item.error === null) return <Note severity="warning" text={text} />;
  return (
    <Note severity="error" text={text}>
      <SendAgain after={item.seq} />
    </Note>
  );
}

/** Only for the last turn: further up, what was said since would come before it. */
function SendAgain({ after }: { readonly after: number }) {
  const { view, port } = useConversation();
  // A turn can begin and end between two renders: the prompt itself is what counts.
  const prompt = useView(view, (all) => (all.state.running ? undefined : lastPrompt(all)));
  if (prompt === undefined || prompt.seq > after || port.sendAgain === undefined) return null;
  return (
    <Button className="stop-note-again" onClick={() => port.sendAgain?.(prompt)}>
      {t("Send again")}
    </Button>
  );
}

function lastPrompt(view: SessionView): MessageItem | undefined {
  for (let at = view.ids.length - 1; at >= 0; at -= 1) {
    const item = view.item(view.ids[at] ?? -1)?.item;
    if (item?.type === "user_message") return item;
  }
  return undefined;
}
