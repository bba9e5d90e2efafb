// Every limit of this package, with its name.

const KIB = 1024;
const MIB = 1024 * KIB;

export interface RpcLimits {
  /** A longer line is skipped, its head kept. */
  readonly lineBytesMax: number;
  /** Above this much unsent output a sender is told to wait. */
  readonly outboundBytesHigh: number;
  /** Above this much unsent output the connection is given up: the other side has stopped reading. */
  readonly outboundBytesMax: number;
  /** Reading pauses while asynchronous notification handlers hold more than this. */
  readonly notificationBytesHigh: number;
  /** A request past this many unanswered ones is refused. */
  readonly inboundRequestsMax: number;
  /** How long a cancelled request waits for the answer it is owed. */
  readonly cancelGraceMs: number;
}

export const defaultLimits: RpcLimits = {
  lineBytesMax: 64 * MIB,
  outboundBytesHigh: MIB,
  outboundBytesMax: 256 * MIB,
  notificationBytesHigh: 4 * MIB,
  inboundRequestsMax: 1024,
  cancelGraceMs: 5_000,
};

/** What is kept of a line that is too long. */
export const HEAD_BYTES: number = 4 * KIB;
export const TAIL_BYTES = 256;

/** Output collected within a tick leaves early once it is this long. */
export const WRITE_CHARS: number = 64 * KIB;
