// The exit codes, which scripts rely on.

export const ExitCodes = {
  endTurn: 0,
  unexpected: 1,
  usage: 2,
  agentMissing: 3,
  signInNeeded: 4,
  agentCrashed: 5,
  refusal: 6,
  limit: 7,
  questionUnanswered: 8,
  cancelled: 130,
} as const;

export type ExitCode = (typeof ExitCodes)[keyof typeof ExitCodes];
