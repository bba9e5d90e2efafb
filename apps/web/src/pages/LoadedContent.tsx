// What a page shows of a reply: that it is loading, what went wrong, or its content.
import { Loading, Problem } from "@parley/chat-ui";
import type { ReactNode } from "react";
import type { LoadedReply } from "../server/use-reply.ts";

export interface LoadedContentProps<Value> {
  readonly reply: LoadedReply<Value>;
  /** What is loaded, such as "agents". */
  readonly what: string;
  /** What is said when it takes long. */
  readonly slow?: string | undefined;
  readonly children: (value: Value) => ReactNode;
}

export function LoadedContent<Value>({ reply, what, slow, children }: LoadedContentProps<Value>) {
  const { value, error, reload } = reply;
  if (value !== undefined) return children(value);
  if (error === undefined) return <Loading label={`Loading ${what}`} slow={slow} />;
  return <Problem title={`Could not load ${what}`} message={error} onRetry={reload} />;
}
