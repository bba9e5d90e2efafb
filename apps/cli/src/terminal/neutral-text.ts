// Text made harmless for a terminal, under the name that drawing code knows.
export { NeutralStream, neutralise, neutralLine, reveal, revealLine, TAB_COLUMNS, withoutControls } from "@parley/base";
