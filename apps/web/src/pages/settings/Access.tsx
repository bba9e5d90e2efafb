// What this browser may do on the server, and how that is changed.
import { revealLine } from "@parley/base";
import { Badge } from "@parley/chat-ui";
import { useReply } from "../../server/use-reply.ts";
import { LoadedContent } from "../LoadedContent.tsx";

const SCOPES = {
  read: "view sessions",
  drive: "prompt, answer and change sessions",
  admin: "change agents, rules and the server",
} as const;

export function Access() {
  const reply = useReply("server/get", {});
  return (
    <LoadedContent reply={reply} what="the access of this browser">
      {({ access: { name, scopes } }) => (
        <>
          <p className="settings-quiet">
            Signed in with {name === "token" ? "the server's token" : <>the key {revealLine(name)}</>}. This allows you
            to:
          </p>
          <ul className="settings-scopes">
            {scopes.map((scope) => (
              <li key={scope}>
                <Badge tone="good">{scope}</Badge> {SCOPES[scope]}
              </li>
            ))}
          </ul>
          <p className="settings-quiet">
            The browser stays signed in for a month. To sign out all browsers, stop the server and delete the file{" "}
            <code>server-secret</code> in its home folder. To create keys with fewer rights, use <code>serverKeys</code>{" "}
            in <code>config.json</code>.
          </p>
        </>
      )}
    </LoadedContent>
  );
}
