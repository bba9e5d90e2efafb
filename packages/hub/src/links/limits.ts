// Every limit of links, with its name.
import type { TranscriptLimits } from "@parley/acp/transcript";
import { TEXTS_MAX } from "../search/limits.ts";

const KIB = 1024;
const MIB = 1024 * KIB;

/** Sessions in one process of our own agent, which refuses more than 64. */
export const OWN_LINKS_MAX = 60;
/** Sessions in one process of any other agent. */
export const PROCESS_LINKS_MAX = 500;
/** Processes of one program. */
export const PROCESSES_MAX = 20;

/** What a new agent is told of the conversation so far. */
export const TOLD_CHARS_MAX = 60_000;
/** Of one message, its beginning and its end. */
export const TOLD_MESSAGE_CHARS_MAX = 6_000;
/** Files it is told of. */
export const TOLD_FILES_MAX = 100;
/** Events that are looked through for it, the latest ones. */
export const TOLD_EVENTS_MAX = 20_000;

/** What is kept in memory of what a session has shown: its latest turn is made findable from it, everything else is in the log. */
export const SHOWN_LIMITS: TranscriptLimits = {
  itemsMax: TEXTS_MAX,
  charsMax: 4 * MIB,
  messageCharsMax: 2 * MIB,
  terminalBytesMax: 64 * KIB,
};
