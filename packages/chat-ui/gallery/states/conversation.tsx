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
      open: ({ session }) => <Conversation view={session("shop")} agent="Goose" />,
    },
    {
      id: "tour",
      title: "Every kind of item",
      open: ({ session }) => <Conversation view={session("tour")} agent="Goose" />,
    },
    {
      id: "trouble",
      title: "Failures, notes and other people",
      open: ({ session }) => <Conversation view={session("trouble")} agent="Goose" />,
    },
  ],
};
