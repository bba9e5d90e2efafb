// Protocol types as this agent sends them, without unknown variants, and the metadata it keeps in its own log.
import { isObject } from "@parley/base";
import type { ContentBlock, Known, SessionConfigOption, SessionUpdate } from "@parley/acp";
import type { ProviderData, UserPart } from "../models/message.ts";

export type Update = Known<SessionUpdate>;
export type Block = Known<ContentBlock>;
export type ConfigOption = Known<SessionConfigOption>;

/** Metadata in `_meta.parley` of an update, block or prompt, from which the conversation is restored. */
export interface OwnMeta {
  /** Not visible to the model: a slash command and its answer, a notice. */
  readonly aside?: true | undefined;
  /** What the model got, if it differs from the text. */
  readonly heard?: readonly UserPart[] | undefined;
  /** The expansion of a slash command, visible to the model only. */
  readonly isExpansion?: true | undefined;
  /** Sent during a turn but too late for it: the prompt of the next turn. */
  readonly beginsTurn?: true | undefined;
  /** Of a prompt: resumes the interrupted turn before it. Its text is for agents that cannot resume. */
  readonly continuesTurn?: true | undefined;
  /** Of a prompt, and of its first block in the log: its number in the client's log. */
  readonly promptSeq?: number | undefined;
  /** Of a block: earlier conversation that this agent was not part of. */
  readonly history?: true | undefined;
  /** Provider data of the part that ends here. */
  readonly provider?: ProviderData | undefined;
}

export function withMeta(meta: OwnMeta): { readonly _meta: { readonly parley: OwnMeta } } {
  return { _meta: { parley: meta } };
}

/** Tolerant, because another version may have written the log. */
export function readMeta({ _meta }: { readonly _meta?: unknown }): OwnMeta {
  const own = isObject(_meta) ? _meta["parley"] : undefined;
  return isObject(own) ? own : {};
}

export function textBlock(text: string): Block {
  return { type: "text", text };
}
