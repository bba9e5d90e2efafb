// `parley run`: one prompt, one turn, and an exit code for the outcome.
import { monotonicMs } from "@parley/base";
import { isatty } from "node:tty";
import { listenForStop } from "../client/stop-signals.ts";
import type { Run } from "../command.ts";
import { attachOrStart } from "../hub/find-hub.ts";
import type { Attachment } from "../prompt/attachment.ts";
import type { runUsage } from "../usage/run.ts";

const STDIN = 0;

export const run: Run<typeof runUsage> = async (args, alone) => {
  const startedAt = monotonicMs();
  if (args.positionals.length === 0 && args.flags.file.length === 0 && isatty(STDIN)) {
    const { emptyPrompt } = await import("../prompt/empty-prompt.ts");
    throw emptyPrompt();
  }
  using stop = listenForStop();
  const attachments = await readAttachments(args.flags.file, alone.cwd);
  const detach = args.flags.detach ? await import("../run/detach.ts") : undefined;
  detach?.checkFlags(args, alone);
  const found = attachOrStart(args.flags, alone, stop.asked);
  // The rest loads meanwhile, and reports any problem with the server.
  found.catch(() => undefined);
  const { runOnHub } = await import("../run/hub-run.ts");
  return await runOnHub(args, alone, { found, attachments, stop, startedAt });
};

async function readAttachments(files: readonly string[], cwd: string): Promise<readonly Attachment[]> {
  if (files.length === 0) return [];
  const { parseAttachment } = await import("../prompt/attachment.ts");
  return files.map((text) => parseAttachment(text, cwd));
}
