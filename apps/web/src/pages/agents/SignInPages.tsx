// Pages that an agent wants to be opened while it signs in: questions that belong to no session.
import { isObject, revealLine } from "@parley/base";
import { Button } from "@parley/chat-ui";
import type { NativeInteraction } from "@parley/contract";
import { useServer } from "../../server/page-server.ts";
import { useAction } from "../../server/use-action.ts";
import { useEvents } from "../../server/use-events.ts";
import { useReply } from "../../server/use-reply.ts";

export function SignInPages({ agent }: { readonly agent: string }) {
  const reply = useReply("interactions/list", { state: "pending" });
  useEvents(["question"], reply.reload);
  const own = reply.value?.interactions.filter((one) => one.agent === agent && one.session_id === undefined) ?? [];
  return own.map((question) => <SignInPage key={question.id} question={question} />);
}

function SignInPage({ question }: { readonly question: NativeInteraction }) {
  const { remote } = useServer();
  const { isRunning, error, run } = useAction();
  const { id, request } = question;
  const { url, message } = readRequest(request);
  const answer = (action: "accept" | "decline"): void =>
    run(() => remote.request("interactions/answer", { id, action }));
  return (
    <div role="group" aria-label="Page to open" className="job-progress">
      <p>{revealLine(message)}</p>
      {/^https?:/.test(url) && (
        <p>
          <a href={url} target="_blank" rel="noopener noreferrer" onClick={() => answer("accept")}>
            Open {revealLine(url)}
          </a>
        </p>
      )}
      <Button disabled={isRunning} onClick={() => answer("decline")}>
        Decline
      </Button>
      {error !== undefined && <p role="alert">{error}</p>}
    </div>
  );
}

/** What an agent sent may be of a kind that this version does not know. */
function readRequest(request: unknown): { readonly url: string; readonly message: string } {
  const { url, message } = isObject(request) ? request : {};
  return {
    url: typeof url === "string" ? url : "",
    message: typeof message === "string" ? message : "The agent asks you to open a page.",
  };
}
