// A component that is loaded when it is first shown. If that fails, it says so in its place, and the rest stays as it is.
import { t } from "@parley/base";
import { useEffect, useState, type ComponentType, type ReactNode } from "react";
import { Button } from "./Button.tsx";
import { Problem } from "./Problem.tsx";

/** `waiting` is shown until it is there, `failed` if it cannot be loaded. Once it is loaded, it shows at once. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
  failed: ReactNode = <NotLoaded />,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function LazyPart(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    const [hasFailed, setFailed] = useState(false);
    useEffect(() => {
      if (Part !== undefined) return undefined;
      let isGone = false;
      const show = async () => {
        loaded = await load();
        if (!isGone) setPart(() => loaded);
      };
      show().catch(() => !isGone && setFailed(true));
      return () => {
        isGone = true;
      };
    }, [Part]);
    if (Part !== undefined) return <Part {...props} />;
    return hasFailed ? failed : waiting;
  };
}

/** Browsers remember that a script could not be loaded, so only another page tries again. */
export function NotLoaded() {
  return (
    <Problem
      title={t("This part could not be loaded")}
      message={t("The server did not respond, was updated, or signed this browser out. Nothing is lost.")}
    >
      <Button onClick={() => location.reload()}>{t("Reload the page")}</Button>
    </Problem>
  );
}
