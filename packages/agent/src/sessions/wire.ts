// The protocol's types as this agent sends them: nothing unknown in them. And what is in them for its own log.
import { isObject } from "@parley/base";
import type { ContentBlock, Known, SessionConfigOption, SessionUpdate } from "@parley/acp";
import type { ProviderData, UserPart } from "../models/message.ts";

export type Update = Known<SessionUpdate>;
export type Block = Known<ContentBlock>;
export type ConfigOption = Known<SessionConfigOption>;

/** What an update, a block or a prompt carries in `_meta.parley`, so that the conversation can be had again from the log. */
export interface OwnMeta {
  /** The model does not hear of it: a slash command and its answer, a notice. */
  readonly aside?: true | undefined;
  /** What the model heard, where that is more than the text. */
  readonly heard?: readonly UserPart[] | undefined;
  /** What a slash command stands for: heard by the model, not seen by the person. */
  readonly isExpansion?: true | undefined;
  /** Said while a turn ran, and too late for it: the prompt of another one. */
  readonly beginsTurn?: true | undefined;
  /** Of a prompt: the turn before it was interrupted, and is continued. The text of the prompt is for agents that cannot. */
  readonly continuesTurn?: true | undefined;
  /** Of a block: what was said before this agent was there, which nobody says now. */
  readonly history?: true | undefined;
  /** The provider's own, of the part that ends here. */
  readonly provider?: ProviderData | undefined;
}

export function withMeta(meta: OwnMeta): { readonly _meta: { readonly parley: OwnMeta } } {
  return { _meta: { parley: meta } };
}

/** Whatever stands there: a log may have been written by another version. */
export function readMeta({ _meta }: { readonly _meta?: unknown }): OwnMeta {
  const own = isObject(_meta) ? _meta["parley"] : undefined;
  return isObject(own) ? own : {};
}

export function textBlock(text: string): Block {
  return { type: "text", text };
}
