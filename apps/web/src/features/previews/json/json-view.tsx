import type { TextPreviewProperties } from '@millrace/contracts/previews'
import { type ReactNode, useMemo } from 'react'
import { fill } from '#lib/fill.ts'
import { PreviewToolbar } from '../preview-toolbar.tsx'
import { TextView } from '../text/text-view.tsx'
import { describeSize } from './describe-size.ts'
import { type JsonValue, readJson } from './json-rows.ts'
import { JsonTreeRows } from './json-tree.tsx'
import * as texts from './texts.ts'
import { TreeTools } from './tree-tools.tsx'
import { useJsonTree } from './use-json-tree.ts'

interface JsonViewProps {
  text: TextPreviewProperties
  file: { name: string; mediaType: string }
  views?: ReactNode
}

/** Shows JSON as a tree. Invalid JSON is shown as text, with the position of the error. */
export function JsonView({ text, file, views }: JsonViewProps) {
  const { Text } = text
  const value = useMemo(() => readJson(Text, false), [Text])
  if (value === undefined) return <TextView text={text} file={file} />
  return <ReadJson value={value} text={text} file={file} views={views} />
}

function ReadJson({ value, text: { Text, Encoding }, file, views }: JsonViewProps & { value: JsonValue }) {
  const tree = useJsonTree(value)
  return (
    <>
      <PreviewToolbar views={views}>
        <TreeTools find={tree.find} onExpandAll={tree.expandAll} onCollapseAll={tree.collapseAll} content={Text} />
      </PreviewToolbar>
      <JsonTreeRows tree={tree} label={fill(texts.contentOf, file.name)} />
      <footer className="flex h-8 flex-none items-center gap-3 border-t border-line px-6 text-xs text-ink-2 phone:px-4">
        {describe(value)}
        <span className="ml-auto text-ink-3">{Encoding}</span>
      </footer>
    </>
  )
}

function describe(value: unknown): string {
  const isContainer = value !== null && typeof value === 'object'
  return describeSize({ Size: isContainer ? Object.keys(value).length : null, Text: Array.isArray(value) ? '[' : '' })
}
