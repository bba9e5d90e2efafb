// The commit message in what an agent answered.

/** Without the fence that many models put around it, and without anything around the fence. */
export function toCommitMessage(answer: string): string {
  const [, fenced] = /^```\w*\n([\s\S]*?)\n```/m.exec(answer) ?? [];
  return (fenced ?? answer).trim();
}
