import type { TextPreviewProperties } from '@millrace/contracts/previews'
import { WrapText } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { fill } from '#lib/fill.ts'
import { formatBytes, plural } from '#lib/format.ts'
import { languageOf } from '#lib/languages.ts'
import { PreviewToolbar } from '../preview-toolbar.tsx'
import { CodeLines } from './code-lines.tsx'
import { linesOf } from './lines-of.ts'
import * as texts from './texts.ts'

interface TextViewProps {
  text: TextPreviewProperties
  file: { name: string; mediaType: string }
  views?: ReactNode
}

/** The text of a file with line numbers, and what of it is not shown. */
export function TextView({ text, file, views }: TextViewProps) {
  const [wrap, setWrap] = useState(false)
  const { Text, Encoding, BytesLeftOut, Fault, FaultLine } = text
  return (
    <>
      <PreviewToolbar views={views}>
        <Button
          size="sm"
          variant="quiet"
          aria-pressed={wrap}
          className={wrap ? 'bg-selected! text-ink!' : ''}
          icon={<WrapText aria-hidden="true" />}
          onClick={() => setWrap(!wrap)}
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
        language={languageOf(file)}
        label={fill(texts.textOf, file.name)}
        wrap={wrap}
        mark={FaultLine}
      />
      <footer className="flex h-8 flex-none items-center gap-3 border-t border-line px-6 text-xs text-ink-2 phone:px-4">
        {BytesLeftOut > 0
          ? fill(texts.showingTheFirst, formatBytes(1_000_000), formatBytes(BytesLeftOut))
          : plural(Text === '' ? 0 : linesOf(Text).length, 'line')}
        <span className="ml-auto text-ink-3">{Encoding}</span>
      </footer>
    </>
  )
}
