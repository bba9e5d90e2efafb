// `parley run`: one prompt, one turn, and an exit code for the outcome.
import { monotonicMs } from "@parley/base";
import { isatty } from "node:tty";
import { listenForStop } from "../client/stop-signals.ts";
import type { Run } from "../command.ts";
import type { Attachment } from "../prompt/attachment.ts";
import { attach } from "../server/attach.ts";
import type { runUsage } from "../usage/run.ts";

const STDIN = 0;

export const run: Run<typeof runUsage> = async (args, alone) => {
  const startedAt = monotonicMs();
  if (args.positionals.length === 0 && args.flags.file.length === 0 && isatty(STDIN)) {
    const { emptyPrompt } = await import("../prompt/empty-prompt.ts");
    throw emptyPrompt();
  }
  using stop = listenForStop();
  const context = await attach(args.flags, alone);
  const attachments = await readAttachments(args.flags.file, context.cwd);
  if (args.flags.detach) {
    const { checkDetach } = await import("../run/detach.ts");
    checkDetach(args, context);
  }
  const { runOnHub } = await import("../run/hub-run.ts");
  return await runOnHub(args, context, { attachments, stop, startedAt });
};

async function readAttachments(files: readonly string[], cwd: string): Promise<readonly Attachment[]> {
  if (files.length === 0) return [];
  const { parseAttachment } = await import("../prompt/attachment.ts");
  return files.map((text) => parseAttachment(text, cwd));
}
