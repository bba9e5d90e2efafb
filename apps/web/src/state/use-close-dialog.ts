// How a dialog closes itself, and no other one that was opened since.
import { useCallback, useState } from "react";
import { dialogs } from "./dialogs.ts";

export function useCloseDialog(): () => void {
  const [own] = useState(() => dialogs.current);
  return useCallback(() => dialogs.close(own), [own]);
}
