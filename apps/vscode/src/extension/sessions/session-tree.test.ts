import type { NativeSession } from "@parley/contract";
import { expect, it } from "vitest";
import { toSessionNodes } from "./session-tree.ts";

const session = (id: string, folder: string): NativeSession => ({ id, working_dir: folder }) as NativeSession;

it("lists the sessions of the window's folders first, and the others by folder", () => {
  const all = [session("1", "/shop/other"), session("2", "/shop/here"), session("3", "/shop/other"), session("4", "/")];
  const nodes = toSessionNodes(all, ["/shop/here"]);
  expect(nodes.map((node) => (node.type === "session" ? node.session.id : [node.label, node.sessions.length]))).toEqual(
    ["2", ["other", 2], ["/", 1]],
  );
});
