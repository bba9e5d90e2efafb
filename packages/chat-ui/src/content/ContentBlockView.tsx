// A content block: text, an image that was checked, or a few words about what is not shown.
import { neutralLine, truncate, t } from "@parley/base";
import { isUnknown, type ContentBlock } from "@parley/acp";
import { describeContent } from "@parley/chat-model";
import { FileText, FileX } from "lucide-react";
import { useMemo, useState } from "react";
import { TITLE_CHARS_MAX } from "../limits.ts";
import { Markdown } from "../markdown/Markdown.tsx";
import { lazyPart } from "../parts/lazy-part.tsx";
import { checkImage } from "./check-image.ts";
import "./ContentBlockView.css";

const Output = lazyPart(async () => (await import("../output/Output.tsx")).Output);

export interface ContentBlockViewProps {
  readonly block: ContentBlock;
  /** With the text of a resource, instead of its name alone. */
  readonly isOpen: boolean;
}

export function ContentBlockView({ block, isOpen }: ContentBlockViewProps) {
  if (isUnknown(block)) return <Described text={describeContent(block)} />;
  switch (block.type) {
    case "text":
      return <Markdown text={block.text} trimmedChars={0} isOpen={false} source={block} />;
    case "image":
      return <Image data={block.data} name={block.uri ?? block.mimeType} />;
    case "resource":
      if (!isOpen || !("text" in block.resource)) return <Described text={describeContent(block)} />;
      return <Output command={block.resource.uri} text={block.resource.text} />;
    case "audio":
    case "resource_link":
      return <Described text={describeContent(block)} />;
  }
}

function Image({ data, name }: { readonly data: string; readonly name: string }) {
  const image = useMemo(() => checkImage(data), [data]);
  const [isBroken, setBroken] = useState(false);
  if ("problem" in image) return <Described text={image.problem} isBad />;
  if (isBroken) return <Described text={t("The image is damaged")} isBad />;
  const { url, width, height } = image;
  const alt = t("Image: {0}", truncate(neutralLine(name), TITLE_CHARS_MAX));
  return (
    <img
      className="content-block-view-image"
      src={url}
      alt={alt}
      width={width}
      height={height}
      decoding="async"
      onError={() => setBroken(true)}
    />
  );
}

function Described({ text, isBad = false }: { readonly text: string; readonly isBad?: boolean }) {
  const Icon = isBad ? FileX : FileText;
  return (
    <p className="content-block-view-described">
      <Icon size={14} aria-hidden /> {truncate(text.replace(/^\[(.*)\]$/s, "$1"), TITLE_CHARS_MAX)}
    </p>
  );
}
