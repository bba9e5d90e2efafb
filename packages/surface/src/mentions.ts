// The mentions of a prompt: files and folders of the session, and other sessions.
import type { ContentBlock } from "@parley/acp";
import { findMentionChips, formatLineRange, type AttachedChip, type Chip } from "@parley/chat-model";
import type { Remote } from "@parley/remote";
import { MENTIONS_MAX, SESSION_TEXT_CHARS_MAX } from "./limits.ts";

type Mention = Extract<Chip, { readonly type: "mention" }>;

/** Links to existing ones; anything else after an @ is only text. */
export async function toMentions(
  remote: Remote,
  session: { readonly id: string; readonly folder: string },
  text: string,
): Promise<readonly ContentBlock[]> {
  const mentions = findMentionChips(text).filter((chip) => chip.type === "mention");
  const links = mentions.slice(0, MENTIONS_MAX).map(async (mention) => {
    const path = mention.path.replace(/\/$/, "");
    const { files } = await remote.request("files/search", { id: session.id, q: path });
    const exists = files.some((file) => file === path || file.startsWith(`${path}/`));
    return exists ? [toFileLink(session.folder, path, mention)] : [];
  });
  return (await Promise.all(links)).flat();
}

/** The link to a file in the folder. */
export function toFileLink(folder: string, path: string, { lines }: Pick<Mention, "lines">): ContentBlock {
  const address = `${folder}/${path}`.split("/").map(encodeURIComponent).join("/");
  const place = lines === undefined ? "" : `#L${formatLineRange(lines)}`;
  return { type: "resource_link", name: path, uri: `file://${address}${place}` };
}

/** The conversation of a session as text; only its end if it is long. */
export async function readSession(remote: Remote, id: string): Promise<AttachedChip> {
  const { name, conversation = [] } = await remote.request("sessions/get", { id });
  const said = conversation.flatMap(({ role, content }) =>
    content.flatMap((part) => (part.type === "text" && typeof part.text === "string" ? [`${role}: ${part.text}`] : [])),
  );
  const text = said.join("\n\n").slice(-SESSION_TEXT_CHARS_MAX);
  return { type: "text", name: `Session ${name}`, uri: `parley:sessions/${id}`, text };
}
