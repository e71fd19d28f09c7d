import type { TextPreviewProperties } from '@millrace/contracts/previews'
import { type ReactNode, useMemo } from 'react'
import { fill } from '#lib/fill.ts'
import { formatBytes, plural } from '#lib/format.ts'
import { PreviewToolbar } from '../preview-toolbar.tsx'
import { TextView } from '../text/text-view.tsx'
import { readJson } from './json-rows.ts'
import { JsonTree } from './json-tree.tsx'
import * as texts from './texts.ts'

interface JsonViewProps {
  text: TextPreviewProperties
  file: { name: string; mediaType: string }
  views?: ReactNode
}

/** JSON as a tree. What is not JSON is shown as text, with the place where it stops being JSON. */
export function JsonView({ text, file, views }: JsonViewProps) {
  const { Text, BytesLeftOut, Encoding } = text
  const value = useMemo(() => readJson(Text, BytesLeftOut > 0), [Text, BytesLeftOut])
  if (value === undefined) return <TextView text={text} file={file} />
  return (
    <>
      <PreviewToolbar views={views} />
      <JsonTree value={value} label={fill(texts.contentOf, file.name)} />
      <footer className="flex h-8 flex-none items-center gap-3 border-t border-line px-6 text-xs text-ink-2 phone:px-4">
        {BytesLeftOut > 0 ? fill(texts.showingOnlyTheStart, formatBytes(BytesLeftOut)) : describe(value)}
        <span className="ml-auto text-ink-3">{Encoding}</span>
      </footer>
    </>
  )
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return fill(texts.listOf, plural(value.length, 'value'))
  if (value !== null && typeof value === 'object')
    return fill(texts.objectWith, plural(Object.keys(value).length, 'key'))
  return texts.singleValue
}
