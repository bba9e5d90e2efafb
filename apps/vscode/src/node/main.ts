// The extension in a host with Node: it finds the server of this machine, and starts it from the program that it brings.
import { homedir } from "node:os";
import { join } from "node:path";
import type * as vscode from "vscode";
import { activateExtension } from "../extension/activate.ts";
import { findRealPath } from "./real-path.ts";
import { createServerFinder } from "./server-finder.ts";

export function activate(context: vscode.ExtensionContext): void {
  const program = join(context.extensionPath, "dist", "backend", "parley.cjs");
  activateExtension(context, createServerFinder({ program }), findRealPath, {
    home: homedir(),
    variable: (name) => process.env[name],
  });
}
