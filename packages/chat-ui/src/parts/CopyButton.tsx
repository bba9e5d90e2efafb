// A small button that copies a text, and says so for a moment.
import { t } from "@parley/base";
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "./Button.tsx";
import { copyText } from "./copy-text.ts";

export interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
}

const SHOWN_MS = 1_500;

export function CopyButton({ text, label }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () => {
    void copyText(text).then(setCopied);
  };
  return (
    <Button look="quiet" aria-label={isCopied ? t("Copied") : label} title={label} onClick={copy}>
      {isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
    </Button>
  );
}
