// Buttons and other small things.
import { Button } from "../../src/index.ts";
import type { GalleryGroup } from "../gallery-state.ts";

export const parts: GalleryGroup = {
  id: "parts",
  title: "Parts",
  states: [
    {
      id: "buttons",
      title: "Buttons",
      open: ({ log }) => (
        <div className="gallery-row">
          <Button onClick={() => log("plain")}>Plain</Button>
          <Button look="primary" shortcut="Y" onClick={() => log("primary")}>
            Primary
          </Button>
          <Button look="quiet" onClick={() => log("quiet")}>
            Quiet
          </Button>
          <Button look="danger" onClick={() => log("danger")}>
            Danger
          </Button>
          <Button disabled>Disabled</Button>
        </div>
      ),
    },
  ],
};
