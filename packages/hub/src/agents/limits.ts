// Every limit of the list of agents, with its name.

export interface AgentsLimits {
  /** New figures of turns are shown after this long at the latest; the list is built once for all of them. */
  readonly statisticsMs: number;
  /** A list that is asked for this long after the last look at the machine has it looked at again, behind its back. */
  readonly lookAgainMs: number;
  /** The user's own modes are read again for a list that is asked for this long after they were last read. */
  readonly modesAgainMs: number;
  /** How long a look at the machine, or at all remote agents, may take. */
  readonly lookMs: number;
  /** How long the very first answers wait for the first look at the machine. */
  readonly firstLookMs: number;
  /** How long a remote agent may take to say what it is. */
  readonly cardMs: number;
  /** Cards that are read at the same time. */
  readonly cardsParallelMax: number;
  readonly remotesMax: number;
  /** Of one agent or slot. */
  readonly extensionsMax: number;
  /** Changes that wait for the one that is being stored. */
  readonly changesWaitingMax: number;
}

export const defaultAgentsLimits: AgentsLimits = {
  statisticsMs: 1_000,
  lookAgainMs: 60_000,
  modesAgainMs: 500,
  lookMs: 60_000,
  firstLookMs: 3_000,
  cardMs: 10_000,
  cardsParallelMax: 8,
  remotesMax: 100,
  extensionsMax: 64,
  changesWaitingMax: 256,
};

/** What the name of an entry may have: the contract of ACP-REST says so. */
export const ENTRY_NAME_CHARS_MAX = 63;
/** Agents that want the same name. */
export const NAME_SUFFIX_MAX = 99;
/** What is shown of a title that others wrote, */
export const TITLE_CHARS_MAX = 100;
/** and of a description. */
export const DESCRIPTION_CHARS_MAX = 1_000;
export const ADDRESS_CHARS_MAX = 2_000;
/** Names that an error lists. */
export const NAMES_IN_ERROR_MAX = 30;
/** What an error repeats of a name that nobody has. */
export const NAME_IN_ERROR_CHARS_MAX = 80;
