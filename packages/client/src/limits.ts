// Every limit of the client.
import type { TranscriptLimits } from "@parley/acp/transcript";
import type { RpcLimits } from "@parley/rpc";

const KIB = 1024;
const MIB = 1024 * KIB;

export interface ClientLimits {
  /** Limits of the connection to the agent. */
  readonly rpc: Partial<RpcLimits>;
  /** Time for an agent to answer `initialize` after its start; some install themselves first. */
  readonly initializeMs: number;
  /** Time to create, load or fork a session: the agent starts its MCP servers meanwhile. */
  readonly openSessionMs: number;
  /** How long closing or deleting a session waits for the agent. */
  readonly closeSessionMs: number;
  /** Time for an agent to exit after its input was closed, before it gets a signal. */
  readonly exitGraceMs: number;
  /** After the process or its pipe ended: how long to wait for the other one, which explains more. */
  readonly endSettleMs: number;
  /** Stderr that is kept, over all processes of one agent. */
  readonly stderrBytesMax: number;
  /** Delays before the restarts of an agent that crashed; after the last one it is not restarted. */
  readonly restartDelaysMs: readonly number[];
  /** Older restarts do not count. */
  readonly restartWindowMs: number;
  /** Sessions that are restored at the same time. */
  readonly reviveParallelMax: number;
  /** Messages for a session that the agent has not named yet. */
  readonly heldMessagesMax: number;
  readonly heldCharsMax: number;
  /** Elicitations by URL that are remembered until they are completed. */
  readonly openPagesMax: number;
  /** Events of one tick are written and shown together, up to this many. */
  readonly batchEventsMax: number;
  readonly batchCharsMax: number;
  /** Prompts that wait for the running turn. */
  readonly promptsWaitingMax: number;
  /** Silence in a turn after which a signal is raised, repeatedly. */
  readonly quietMs: number;
  /** The same for a turn that continues after it was cancelled. */
  readonly cancelGraceMs: number;
  /** Silence after which a turn is ended, because the agent hangs. */
  readonly silentTurnMs: number;
  /** After a turn was ended by force: how long the next prompt waits for the agent to end it too, before the agent is restarted. */
  readonly owedAnswerMs: number;
  /** How long to wait for a stopped process (SIGSTOP) that owes an answer. */
  readonly stoppedMs: number;
  /** Agents may send history after they answered `session/load`: the next prompt waits for a pause of this length, */
  readonly loadSettleMs: number;
  /** but at most this long in total. */
  readonly loadSettleMsMax: number;
  /** Messages this long after the last piece of history are not history. */
  readonly lateReplayMs: number;
  /** Limits of the transcript that each session keeps in memory. */
  readonly transcript: Partial<TranscriptLimits>;
  readonly listPagesMax: number;
  readonly listedSessionsMax: number;
}

/** A value of fewer characters could be an ordinary word, so it stays in error texts. */
export const SECRET_CHARS_MIN = 6;
export const defaultClientLimits: ClientLimits = {
  rpc: {},
  initializeMs: 60_000,
  openSessionMs: 120_000,
  closeSessionMs: 5_000,
  exitGraceMs: 500,
  endSettleMs: 1_000,
  stderrBytesMax: 256 * KIB,
  restartDelaysMs: [250, 1_000, 4_000],
  restartWindowMs: 5 * 60_000,
  reviveParallelMax: 8,
  heldMessagesMax: 1_000,
  heldCharsMax: 4 * MIB,
  openPagesMax: 1_000,
  batchEventsMax: 512,
  batchCharsMax: 256 * KIB,
  promptsWaitingMax: 32,
  quietMs: 30_000,
  cancelGraceMs: 10_000,
  silentTurnMs: 2 * 60 * 60_000,
  owedAnswerMs: 3_000,
  stoppedMs: 30_000,
  loadSettleMs: 150,
  loadSettleMsMax: 2_000,
  lateReplayMs: 30_000,
  transcript: {},
  listPagesMax: 200,
  listedSessionsMax: 5_000,
};

/** How often to check whether a process is stopped. */
export const STOPPED_LOOK_MS = 5_000;
/** Time for small requests, such as setting a mode or listing sessions. */
export const SMALL_REQUEST_MS = 60_000;

/** Invalid output that an error shows. */
export const GARBAGE_CHARS_MAX = 300;
/** The end of stderr that an error shows. */
export const STDERR_TAIL_CHARS_MAX: number = 4 * KIB;

export interface FeatureLimits {
  /** Unreleased terminals of one session; the oldest finished one is dropped for a new one. */
  readonly terminalsMax: number;
  /** Output of one terminal that is recorded in the session's log. */
  readonly terminalLogBytesMax: number;
  /** Interval at which the output of a terminal is recorded. */
  readonly terminalReportMs: number;
  /** Files of one turn that are listed; the others are counted. */
  readonly changedFilesMax: number;
  /** How long a prompt waits for the snapshot before it. */
  readonly snapshotWaitMs: number;
  /** Time limit of a snapshot. */
  readonly snapshotMs: number;
}

export const defaultFeatureLimits: FeatureLimits = {
  terminalsMax: 32,
  terminalLogBytesMax: MIB,
  terminalReportMs: 100,
  changedFilesMax: 1_000,
  snapshotWaitMs: 3_000,
  snapshotMs: 60_000,
};

/** Open permission questions of one session; further requests are refused without asking. */
export const OPEN_QUESTIONS_MAX = 64;
/** Covered paths of one turn; in a turn with more, every change counts as covered. */
export const COVERED_PATHS_MAX = 10_000;
/** Approvals of one file in one turn that are kept; earlier ones have been used or will not be. */
export const APPROVALS_PER_FILE_MAX = 8;
/** Number of possible results of a file's approved edits. */
export const APPROVED_TEXTS_MAX = 16;
/** Larger files are not compared with the approved text; they are covered by their path. */
export const COMPARED_FILE_BYTES_MAX: number = MIB;
/** Denials of one turn that are noted in the log. */
export const DENIAL_NOTES_MAX = 20;

/** Tool calls whose announcements are kept. */
export const ANNOUNCED_MAX = 200;
/** A tool call that names more paths, commands or URLs needs approval. */
export const SUBJECTS_MAX = 64;
/** Characters of each side that a question about a write shows. */
export const SHOWN_TEXT_CHARS_MAX: number = 128 * KIB;
/** Length of an option's name in a question. */
export const OPTION_NAME_CHARS_MAX = 200;
/** Length of a path or command in a title. */
export const TITLE_CHARS_MAX = 300;

/** Open elicitations by URL of one session. */
export const OPEN_PAGES_MAX = 100;
/** A longer pattern or value in a form is not matched. */
export const PATTERN_CHARS_MAX = 256;
/** Time limit for matching a pattern. */
export const PATTERN_MS_MAX = 50;
/** How often a form is shown again because the answer is invalid. */
export const ELICITATION_ATTEMPTS_MAX = 5;

/** File times lag behind the system clock; some file systems only store whole seconds. */
export const STAMP_LAG_MS = 50;
export const COARSE_STAMP_LAG_MS = 2_000;
/** Changed files that are checked at the same time. */
export const LOOKUPS_AT_ONCE = 16;

/** User input is recorded at the end of a line, or after this many characters. */
export const INPUT_CHARS_MAX = 1_024;
/** How long a program may take to echo input, and how much of its output is searched for it. */
export const INPUT_ECHO_MS = 150;
export const INPUT_ECHO_CHARS_MAX = 65_536;
export const PTY_COLS = 120;
export const PTY_ROWS = 30;

/** Choices to remember that a server's question may offer. */
export const PROPOSALS_MAX = 20;
