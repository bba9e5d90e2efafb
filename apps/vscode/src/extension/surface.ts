// How this surface is called in the log of a session.

export const SURFACE = "vscode";
