import type { TextPreviewProperties } from '@millrace/contracts/previews'
import type { ReactNode } from 'react'
import { fill } from '#lib/fill.ts'
import { formatBytes } from '#lib/format.ts'
import { PreviewToolbar } from '../preview-toolbar.tsx'
import type { PreviewedFile } from '../previews.queries.ts'
import { ScrollArea } from '../scroll-area.tsx'
import { MarkdownText } from './markdown-text.tsx'
import * as texts from './texts.ts'

interface MarkdownViewProps {
  text: TextPreviewProperties
  file: PreviewedFile
  views?: ReactNode
}

export function MarkdownView({ text, file, views }: MarkdownViewProps) {
  return (
    <>
      <PreviewToolbar views={views} />
      <ScrollArea label={fill(texts.document, file.name)}>
        <article className="mx-auto max-w-3xl px-6 py-8 phone:px-4">
          <MarkdownText text={text.Text} />
          {text.BytesLeftOut > 0 ? (
            <p className="mt-6 text-xs text-ink-2">{fill(texts.theLastAreNotShown, formatBytes(text.BytesLeftOut))}</p>
          ) : null}
        </article>
      </ScrollArea>
    </>
  )
}
