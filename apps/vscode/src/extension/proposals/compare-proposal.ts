// A proposed change beside its file, in the editor's own diff, with a button that applies it.
import * as vscode from "vscode";
import { basename } from "../files/path-scope.ts";
import type { ParleyWindow } from "../parley-window.ts";
import { attempt } from "../report.ts";
import { BASE_SCHEME } from "../review/base-files.ts";
import { applyProposal, describeMisfit, placeInFile } from "./apply-proposal.ts";
import type { ProposalPlace } from "./find-proposal.ts";
import { PROPOSAL_SCHEME, ProposalFiles, toPlace, toProposalUri } from "./proposal-files.ts";
import { showError } from "../notices/notices.ts";

export { applyProposal, readDiff } from "./apply-proposal.ts";

let files: ProposalFiles | undefined;

export async function compareProposal(window: ParleyWindow, place: ProposalPlace): Promise<void> {
  const { uri, document, placement } = await placeInFile(window, place);
  if (placement.state === "misfit") throw new Error(describeMisfit(placement.reason, uri));
  if (files === undefined) window.context.subscriptions.push((files = new ProposalFiles(window)));
  // A file that does not exist yet is compared with nothing.
  const left = document === undefined ? uri.with({ scheme: BASE_SCHEME, authority: "", query: "empty" }) : uri;
  const title = vscode.l10n.t("{0} (proposed by the agent)", basename(uri.fsPath));
  await vscode.commands.executeCommand("vscode.diff", left, toProposalUri(uri, place), title, { preview: true });
}

/** What the comparison in front shows. It is closed then. */
export async function applyCompared(window: ParleyWindow, given: unknown): Promise<void> {
  const uri = given instanceof vscode.Uri ? given : vscode.window.activeTextEditor?.document.uri;
  if (uri?.scheme !== PROPOSAL_SCHEME) return;
  if (window.isRestricted) {
    void showError(vscode.l10n.t("This folder is not trusted, so nothing is changed in it."));
    return;
  }
  await attempt(window, vscode.l10n.t("Not applied"), async () => {
    await applyProposal(window, toPlace(uri));
    await closeComparison(uri);
  });
}

async function closeComparison(uri: vscode.Uri): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const isIt = ({ input }: vscode.Tab): boolean =>
    input instanceof vscode.TabInputTextDiff && input.modified.toString() === uri.toString();
  await vscode.window.tabGroups.close(tabs.filter(isIt));
}
