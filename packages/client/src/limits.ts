// Every limit of the client, with its name.
import type { TranscriptLimits } from "@parley/acp/transcript";
import type { RpcLimits } from "@parley/rpc";

const KIB = 1024;
const MIB = 1024 * KIB;

export interface ClientLimits {
  /** Of the connection to the agent. */
  readonly rpc: Partial<RpcLimits>;
  /** How long an agent may take from its start to its answer to `initialize`; some install themselves first. */
  readonly initializeMs: number;
  /** How long making, loading or forking a session may take: the agent starts its MCP servers meanwhile. */
  readonly openSessionMs: number;
  /** How long closing or deleting a session waits for the agent. */
  readonly closeSessionMs: number;
  /** How long an agent may take to leave by itself once its input is closed, before it is told to by signal. */
  readonly leaveMs: number;
  /** One of process and pipe has ended: how long the other is waited for, which says more. */
  readonly lastWordsMs: number;
  /** What is kept of stderr, over all processes of one agent. */
  readonly stderrBytesMax: number;
  /** An agent that crashed is started again after these waits, one after the other, and then no more. */
  readonly restartDelaysMs: readonly number[];
  /** Restarts that are longer ago do not count. */
  readonly restartWindowMs: number;
  /** Sessions that are brought back at the same time. */
  readonly reviveParallelMax: number;
  /** Messages for a session that the agent has not named yet. */
  readonly heldMessagesMax: number;
  readonly heldCharsMax: number;
  /** Pages of questions by URL that are remembered until they are completed. */
  readonly openPagesMax: number;
  /** Events of one tick are written and shown together, but no more than this at a time. */
  readonly batchEventsMax: number;
  readonly batchCharsMax: number;
  /** Prompts that wait for the running turn. */
  readonly promptsWaitingMax: number;
  /** A turn in which nothing was heard for this long raises a signal, and again after as long. */
  readonly quietMs: number;
  /** The same for a turn that was cancelled and goes on. */
  readonly cancelGraceMs: number;
  /** A turn in which nothing was heard for this long is ended: the agent hangs. */
  readonly silentTurnMs: number;
  /** After a turn that was ended by force, the next prompt waits this long for the agent to end it too, then starts the agent again. */
  readonly owedAnswerMs: number;
  /** A process that was stopped by a signal is waited for this long while an answer of it is due. */
  readonly stoppedMs: number;
  /** Agents may send history after they have answered `session/load`: the next prompt waits until it is still this long, */
  readonly loadSettleMs: number;
  /** but no longer than this in all. */
  readonly loadSettleMsMax: number;
  /** What comes this long after the last piece of history is none. */
  readonly lateReplayMs: number;
  /** Of what each session keeps ready to be shown. */
  readonly transcript: Partial<TranscriptLimits>;
  readonly listPagesMax: number;
  readonly listedSessionsMax: number;
}

export const defaultClientLimits: ClientLimits = {
  rpc: {},
  initializeMs: 60_000,
  openSessionMs: 120_000,
  closeSessionMs: 5_000,
  leaveMs: 500,
  lastWordsMs: 1_000,
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

/** How often a process is looked at, whether it is stopped. */
export const STOPPED_LOOK_MS = 5_000;
/** How long an agent may take for small requests: to set a mode, to list its sessions. */
export const SMALL_REQUEST_MS = 60_000;

/** What an error shows of output that should have been a message. */
export const GARBAGE_CHARS_MAX = 300;
/** What an error shows of the end of stderr. */
export const LAST_WORDS_CHARS_MAX: number = 4 * KIB;

export interface FeatureLimits {
  /** Terminals of one session that were not released; of those that have ended, the oldest makes room. */
  readonly terminalsMax: number;
  /** Output of one terminal that goes into the session's log. */
  readonly terminalLogBytesMax: number;
  /** Output of a terminal is recorded at most this often. */
  readonly terminalReportMs: number;
  /** Files of one turn that are listed; the others are counted. */
  readonly changedFilesMax: number;
  /** How long a prompt waits for the snapshot before it. */
  readonly snapshotWaitMs: number;
  /** How long a snapshot may take at all. */
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

/** Questions about permissions that wait for a person in one session; more are refused unasked. */
export const OPEN_QUESTIONS_MAX = 64;
/** Of one turn; in a turn with more, everything counts as covered. */
export const COVERED_PATHS_MAX = 10_000;
/** Approvals of one file and turn that are kept: those before have been used, or are not going to be. */
export const APPROVALS_PER_FILE_MAX = 8;
/** Texts that the approved edits of a file may come to. */
export const APPROVED_TEXTS_MAX = 16;
/** A larger file is not compared with what was approved: its path counts, as without a shown text. */
export const COMPARED_FILE_BYTES_MAX: number = MIB;
/** Denials of one turn that are noted in the log one by one. */
export const DENIAL_NOTES_MAX = 20;

/** Tool calls of which it is kept what the agent said. */
export const ANNOUNCED_MAX = 200;
/** A tool call that names more paths, commands or addresses is asked about. */
export const SUBJECTS_MAX = 64;
/** What a question about a write shows of either side. */
export const SHOWN_TEXT_CHARS_MAX: number = 128 * KIB;
/** What is shown of the name of an option. */
export const OPTION_NAME_CHARS_MAX = 200;
/** What is shown of a path or a command in a title. */
export const TITLE_CHARS_MAX = 300;

/** Pages of one session that a person was asked to open and that are not done. */
export const OPEN_PAGES_MAX = 100;
/** A pattern or a value in a form that is longer is not tried. */
export const PATTERN_CHARS_MAX = 256;
/** How long a pattern may keep everybody waiting. */
export const PATTERN_MS_MAX = 50;
/** How often a form is put back because the answer does not fit. */
export const ELICITATION_ATTEMPTS_MAX = 5;
export const ANSWER_CHARS_MAX: number = 64 * KIB;

/** The clock that stamps files lags behind ours; some file systems count in whole seconds. */
export const STAMP_LAG_MS = 50;
export const COARSE_STAMP_LAG_MS = 2_000;
/** Changed files that are looked up at a time. */
export const LOOKUPS_AT_ONCE = 16;

export const PTY_COLS = 120;
export const PTY_ROWS = 30;
