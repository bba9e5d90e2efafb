// The changed files in the Source Control view, and their hunks in the gutter of the editor and its peek.
import * as vscode from "vscode";
import { isFile } from "../files/editor-files.ts";
import { toBaseUri } from "./base-files.ts";
import type { ReviewedFile, Reviews } from "./reviews.ts";

export interface ReviewedResource extends vscode.SourceControlResourceState {
  readonly file: ReviewedFile;
}

interface ShownList {
  readonly control: vscode.SourceControl;
  readonly group: vscode.SourceControlResourceGroup;
}

/** It exists only while something is under review, and adds nothing to the count of the view. */
export class ReviewList implements vscode.Disposable {
  readonly #reviews: Reviews;
  readonly #stop: vscode.Disposable;
  #shown: ShownList | undefined;

  constructor(reviews: Reviews) {
    this.#reviews = reviews;
    this.#stop = reviews.onChange(() => this.#update());
    this.#update();
  }

  dispose(): void {
    this.#stop.dispose();
    this.#shown?.control.dispose();
  }

  #update(): void {
    const { open } = this.#reviews;
    if (open.length === 0) {
      this.#shown?.control.dispose();
      this.#shown = undefined;
      return;
    }
    this.#shown ??= this.#create();
    this.#shown.group.resourceStates = open.map(toResource);
  }

  #create(): ShownList {
    const root = vscode.workspace.workspaceFolders?.[0]?.uri;
    const control = vscode.scm.createSourceControl("acp", vscode.l10n.t("Agent changes"), root);
    control.inputBox.visible = false;
    control.count = 0;
    control.quickDiffProvider = {
      provideOriginalResource: (uri) => {
        const file = isFile(uri) ? this.#reviews.find(uri) : undefined;
        return file?.change.content === "text" ? toBaseUri(file) : undefined;
      },
    };
    const group = control.createResourceGroup("changes", vscode.l10n.t("To review"));
    group.hideWhenEmpty = true;
    return { control, group };
  }
}

const ICONS: Readonly<Record<ReviewedFile["change"]["change"], string>> = {
  added: "diff-added",
  modified: "diff-modified",
  deleted: "diff-removed",
  renamed: "diff-renamed",
};

function toResource(file: ReviewedFile): ReviewedResource {
  const { uri, change } = file;
  return {
    file,
    resourceUri: uri,
    command: { command: "acp.openDiff", title: vscode.l10n.t("Show changes"), arguments: [uri] },
    contextValue: "reviewed",
    decorations: {
      strikeThrough: change.change === "deleted",
      tooltip: describe(file),
      iconPath: new vscode.ThemeIcon(ICONS[change.change]),
    },
  };
}

function describe({ change }: ReviewedFile): string {
  const approval = change.approval === "unapproved" ? vscode.l10n.t("Changed without your approval") : undefined;
  return [change.from === undefined ? undefined : `${change.from} → ${change.path}`, approval]
    .flatMap((part) => part ?? [])
    .join("\n");
}
