// The right side of a comparison: a file as a proposed change would make it.
import * as vscode from "vscode";
import { ReadonlyFiles } from "../files/readonly-files.ts";
import type { ParleyWindow } from "../parley-window.ts";
import { placeInFile } from "./apply-proposal.ts";
import type { ProposalPlace } from "./find-proposal.ts";

export const PROPOSAL_SCHEME = "acp-proposal";

export function toProposalUri(file: vscode.Uri, { sessionId = "", item, part }: ProposalPlace): vscode.Uri {
  return file.with({ scheme: PROPOSAL_SCHEME, authority: "", query: `${sessionId}/${item}/${part}` });
}

export function toPlace({ query }: vscode.Uri): ProposalPlace {
  const [sessionId = "", item, part] = query.split("/");
  return { sessionId, item: Number(item), part: Number(part) };
}

export class ProposalFiles extends ReadonlyFiles {
  readonly #window: ParleyWindow;
  readonly #stop: vscode.Disposable;

  constructor(window: ParleyWindow) {
    super();
    this.#window = window;
    this.#stop = vscode.Disposable.from(
      vscode.workspace.registerFileSystemProvider(PROPOSAL_SCHEME, this, { isReadonly: true, isCaseSensitive: true }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        for (const [uri] of this.known) if (uri.path === document.uri.path) this.changed(uri);
      }),
    );
  }

  override dispose(): void {
    this.#stop.dispose();
    super.dispose();
  }

  protected override async readText(uri: vscode.Uri): Promise<string> {
    const { document, placement } = await placeInFile(this.#window, toPlace(uri));
    return placement.state === "fits" ? placement.text : (document?.getText() ?? "");
  }
}
