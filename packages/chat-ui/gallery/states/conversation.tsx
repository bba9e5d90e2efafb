// The conversation: whole sessions, and each kind of item.
import { Conversation } from "../../src/index.ts";
import type { GalleryGroup } from "../gallery-state.ts";

export const conversation: GalleryGroup = {
  id: "conversation",
  title: "Conversation",
  states: [
    {
      id: "whole",
      title: "A whole session",
      open: ({ session, port }) => <Conversation view={session("shop")} agent="Goose" port={port} />,
    },
    {
      id: "running",
      title: "A turn that runs, with its plan",
      open: ({ session, port }) => <Conversation view={session("shop", { until: 36 })} agent="Goose" port={port} />,
    },
    {
      id: "thinking",
      title: "The first thought of a turn",
      open: ({ session, port }) => <Conversation view={session("shop", { until: 8 })} agent="Goose" port={port} />,
    },
    {
      id: "empty",
      title: "A new session",
      open: ({ session, port }) => <Conversation view={session("shop", { until: 4 })} agent="Goose" port={port} />,
    },
    {
      id: "tour",
      title: "Every kind of item",
      open: ({ session, port }) => <Conversation view={session("tour")} agent="Goose" port={port} />,
    },
    {
      id: "found",
      title: "A message that a search has found",
      open: ({ session, port }) => <Conversation view={session("tour")} agent="Goose" port={port} target={22} />,
    },
    {
      id: "loading",
      title: "While its history is on its way",
      open: ({ session, port }) => (
        <Conversation view={session("shop", { until: 4 })} agent="Goose" port={port} isReady={false} />
      ),
    },
    {
      id: "trouble",
      title: "Failures, notes and other people",
      open: ({ session, port }) => <Conversation view={session("trouble")} agent="Goose" port={port} />,
    },
  ],
};
