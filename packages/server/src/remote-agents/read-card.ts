// Reads what is shown of a remote agent before the first conversation.
import type { RemoteCard } from "@parley/hub";
import { REMOTE_SKILLS_MAX } from "../limits.ts";
import { fetchCard, type CardOptions } from "./remote-card.ts";

/** Rejects with `connection_failed`, or with the signal's reason. */
export async function readCard(
  url: string,
  signal?: AbortSignal,
  options: Omit<CardOptions, "signal"> = {},
): Promise<RemoteCard> {
  const { name, description, skills } = await fetchCard(url, { ...options, signal });
  const known = Array.isArray(skills) ? skills.slice(0, REMOTE_SKILLS_MAX) : [];
  return {
    name,
    description: typeof description === "string" ? description : "",
    skills: known.flatMap((skill) => (typeof skill?.name === "string" ? [skill.name] : [])),
  };
}
