import type { TextPreviewProperties } from '@millrace/contracts/previews'
import { ListTree, WrapText } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { fill } from '#lib/fill.ts'
import { formatBytes, plural } from '#lib/format.ts'
import { languageOf } from '#lib/languages.ts'
import { usePhone } from '#lib/use-media.ts'
import { PreviewToolbar } from '../preview-toolbar.tsx'
import { CodeLines } from './code-lines.tsx'
import { formatXml } from './format-xml.ts'
import { linesOf } from './lines-of.ts'
import { TextFindTools } from './text-find-tools.tsx'
import * as texts from './texts.ts'
import { useTextFind } from './use-text-find.ts'

/** The settings that are kept when paging through the parts of a long text. */
interface TextSettings {
  wanted: string
  /** Depends on the window width until the user chooses. */
  wrap?: boolean
  /** Whether XML is formatted. Depends on the length of the lines until the user chooses. */
  format?: boolean
}

export const TEXT_SETTINGS: TextSettings = { wanted: '' }

interface TextViewProps {
  text: TextPreviewProperties
  file: { name: string; mediaType: string }
  views?: ReactNode
  /** Buttons for the other parts of a long text. */
  pages?: ReactNode
  /** State that keeps the settings for the other parts. */
  kept?: readonly [TextSettings, (settings: TextSettings) => void]
}

/** The text of a file with line numbers, and a note about what is not shown. */
export function TextView({ text, file, views, pages, kept }: TextViewProps) {
  const own = useState(TEXT_SETTINGS)
  const [settings, setSettings] = kept ?? own
  const isPhone = usePhone()
  const { Encoding, Fault, FaultLine, Offset = 0, FirstLine = 1 } = text
  const language = languageOf(file)
  const formatted = useMemo(() => (language === 'xml' ? formattedXml(text) : undefined), [language, text])
  const isLong = useMemo(() => formatted !== undefined && hasLongLine(text.Text), [formatted, text])
  const { wanted, wrap = isPhone, format = isLong } = settings
  const isFormatted = format && formatted !== undefined
  const Text = isFormatted ? formatted : text.Text
  const find = useTextFind(Text, [wanted, (next) => setSettings({ ...settings, wanted: next })])
  return (
    <>
      <PreviewToolbar views={views}>
        <TextFindTools find={find} isPart={Offset > 0 || text.BytesLeftOut > 0} />
        {formatted === undefined ? null : (
          <Button
            size="sm"
            variant="quiet"
            aria-pressed={format}
            icon={<ListTree />}
            title={texts.formatHelp}
            onClick={() => setSettings({ ...settings, format: !format })}
          >
            {texts.format}
          </Button>
        )}
        <Button
          size="sm"
          variant="quiet"
          aria-pressed={wrap}
          icon={<WrapText />}
          onClick={() => setSettings({ ...settings, wrap: !wrap })}
        >
          {texts.wrapLines}
        </Button>
        <CopyButton text={Text} label={texts.copyText} />
      </PreviewToolbar>
      {Fault ? (
        <p role="status" className="flex-none border-t border-line bg-warning-soft px-6 py-1.5 text-xs phone:px-4">
          {fill(texts.shownAsText, Fault)}
        </p>
      ) : null}
      <CodeLines
        text={Text}
        language={language}
        label={fill(texts.textOf, file.name)}
        wrap={wrap}
        mark={FaultLine}
        hits={find.hits}
        hit={find.hits[find.at]}
        // Line numbers of formatted text don't correspond to those of the file.
        first={isFormatted ? 1 : FirstLine}
      />
      <footer className="flex h-8 flex-none items-center gap-3 border-t border-line px-6 text-xs text-ink-2 phone:px-4">
        {partText({ ...text, Text }, Offset)}
        {pages}
        <span className="ml-auto text-ink-3">{Encoding}</span>
      </footer>
    </>
  )
}

function partText({ Text, BytesLeftOut }: TextPreviewProperties, offset: number): string {
  const lines = Text === '' ? 0 : linesOf(Text).length
  if (offset > 0) return fill(texts.showingLinesFrom, plural(lines, 'line'), formatBytes(offset))
  if (BytesLeftOut === 0) return plural(lines, 'line')
  return fill(texts.showingTheFirst, formatBytes(1_000_000), formatBytes(BytesLeftOut))
}

function formattedXml({ Text, BytesLeftOut, Offset = 0 }: TextPreviewProperties): string | undefined {
  return formatXml(Text, { isCut: BytesLeftOut > 0, isContinued: Offset > 0 })
}

const LONG_LINE = 1000

function hasLongLine(text: string): boolean {
  for (let start = 0; text.length - start >= LONG_LINE; ) {
    const end = text.indexOf('\n', start)
    if (end < 0 || end - start >= LONG_LINE) return true
    start = end + 1
  }
  return false
}
