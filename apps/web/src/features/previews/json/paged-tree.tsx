import type { JsonChild } from '@millrace/contracts/json-trees'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { fill } from '#lib/fill.ts'
import { formatBytes } from '#lib/format.ts'
import { hrefOf } from '#lib/siren.ts'
import { PreviewToolbar } from '../preview-toolbar.tsx'
import { type JsonTreePreview, previewQueries } from '../previews.queries.ts'
import { ReadError } from '../read-error.tsx'
import { ReadingProgress } from '../reading-progress.tsx'
import { useReading } from '../use-reading.ts'
import { describeSize, insideText, sizeText } from './describe-size.ts'
import { rowContains } from './json-hits.ts'
import { toneOf } from './json-line.ts'
import { pathText, readJson, summaryOf } from './json-rows.ts'
import { type PageAt, type PagedRow, pagedRows, pageId } from './paged-rows.ts'
import * as texts from './texts.ts'
import { TreeFrame } from './tree-frame.tsx'
import type { TreeLine } from './tree-line.ts'
import { TreeTools } from './tree-tools.tsx'
import { useTreeFind } from './use-tree-find.ts'

interface PagedTreeProps {
  /** The tree of the file's start, or of the whole file if the file is small. */
  head: JsonTreePreview
  name: string
  views: ReactNode
  /** The reason why the file is shown as a tree. */
  notice?: string | undefined
}

/**
 * Shows JSON of any size as a tree. Children are loaded when a row is expanded. Until the server has read the whole
 * file, only the file's start is shown.
 */
export function PagedTree({ head, name, views, notice }: PagedTreeProps) {
  const { reading, isRead, error: notRead, retry } = useReading(head)
  const whole = useQuery(previewQueries.wholeTree(isRead ? hrefOf(head, 'Whole') : undefined))
  const tree = whole.data ?? head
  const { Fault, Encoding, Root } = tree.properties
  const notices = [notice, Fault ? fill(texts.treeUpToTheFault, Fault) : undefined].filter(Boolean)
  const error = notRead ?? whole.error
  return (
    <>
      <Rows head={head} tree={tree} label={fill(texts.contentOf, name)} views={views}>
        {notices.length > 0 ? (
          <p role="status" className="flex-none border-t border-line bg-warning-soft px-6 py-1.5 text-xs phone:px-4">
            {notices.join(' ')}
          </p>
        ) : null}
      </Rows>
      <footer className="flex h-8 flex-none items-center gap-3 border-t border-line px-6 text-xs text-ink-2 phone:px-4">
        <span className="truncate">{isAll(tree) ? describeSize(Root) : shownText(tree)}</span>
        {isAll(tree) || error || !reading ? null : <ReadingProgress reading={reading} />}
        {error ? <ReadError error={error} onRetry={notRead ? retry : () => void whole.refetch()} /> : null}
        <span className="ml-auto text-ink-3">{Encoding}</span>
      </footer>
    </>
  )
}

function isAll(tree: JsonTreePreview): boolean {
  return hrefOf(tree, 'Whole') === undefined
}

function shownText({ properties: { BytesRead, SizeInBytes } }: JsonTreePreview): string {
  return fill(texts.showingTheFirst, formatBytes(BytesRead), formatBytes(SizeInBytes))
}

interface RowsProps {
  /** The tree of the file's start. `tree` is that of the whole file once it has been read. */
  head: JsonTreePreview
  tree: JsonTreePreview
  label: string
  views: ReactNode
  /** Content between the tools and the rows. */
  children: ReactNode
}

function Rows({ head, tree, label, views, children }: RowsProps) {
  const client = useQueryClient()
  const [touched, setTouched] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [pages, setPages] = useState<readonly PageAt[]>([])
  const results = useQueries({
    queries: pages.map((page) => ({
      ...previewQueries.jsonPage(tree, page),
      // While a page of the whole file is loading, the corresponding page of the file's start is shown.
      placeholderData: () => client.getQueryData(previewQueries.jsonPage(head, page).queryKey),
    })),
  })
  const known = new Map(
    results.flatMap(({ data }) =>
      data ? [[pageId({ at: data.properties.At, from: data.properties.From }), data.properties.Children] as const] : [],
    ),
  )
  const { rows, pages: needed } = pagedRows({
    root: tree.properties.Root,
    touched,
    pageOf: (page) => known.get(pageId(page)),
  })
  // The children of a value are known only after the page that contains the value is loaded, so further pages may be
  // needed.
  if (needed.map(pageId).join() !== pages.map(pageId).join()) setPages(needed)

  const failures = new Map(
    results.flatMap(({ error, refetch }, at) => {
      const page = pages[at]
      return error && page ? [[pageId(page), { error, retry: () => void refetch() }] as const] : []
    }),
  )
  const find = useTreeFind({
    hitsOf: (words) =>
      rows.flatMap(({ id, name, value }) => (rowContains(words, name, plainTextOf(value)) ? [id] : [])),
    isPart: true,
  })
  return (
    <>
      <PreviewToolbar views={views}>
        <TreeTools
          find={find}
          onCollapseAll={() =>
            setTouched(new Map(rows.flatMap(({ id, depth, size }) => (depth > 0 && size ? [[id, false]] : []))))
          }
        />
      </PreviewToolbar>
      {children}
      <TreeFrame
        rows={rows}
        label={label}
        find={find}
        lineOf={(row) => pagedLine(row, row.page && failures.get(pageId(row.page)))}
        onOpen={({ id }, isOpen) => setTouched((before) => new Map(before).set(id, isOpen))}
      />
      <p role="alert" className="sr-only">
        {[...failures.values()][0]?.error.message}
      </p>
    </>
  )
}

/** Returns the loaded text of a scalar. Undefined for objects, arrays and missing values. */
function plainTextOf(value: JsonChild | undefined): string | undefined {
  return value?.Size === null ? value.Text : undefined
}

interface Failure {
  error: Error
  retry: () => void
}

function pagedLine({ name, pointer, value, page, size, isOpen }: PagedRow, failure: Failure | undefined): TreeLine {
  const path = pointer === undefined ? undefined : pathText(pointer)
  if (failure) {
    const text = fill(texts.notLoaded, failure.error.message)
    return { name, path, text, tone: 'text-danger', onRetry: failure.retry }
  }
  if (page) return { name, path, text: texts.loading, tone: 'text-ink-3' }
  if (!value) return { name, path, text: '', note: size === undefined ? undefined : sizeText(size, true), tone: '' }
  return { name, path, ...valueText(value, isOpen) }
}

function valueText({ Size, Text, IsCut }: JsonChild, isOpen: boolean): Omit<TreeLine, 'name' | 'path'> {
  if (Size === null)
    return { text: IsCut ? `${Text}…` : Text, tone: toneOf(readJson(IsCut ? `${Text[0]}"` : Text, false) ?? null) }
  const [open = '', close = ''] = Text.startsWith('[') ? '[]' : '{}'
  if (Size === 0) return { text: open + close, tone: toneOf(null) }
  const inside = readJson(Text, IsCut)
  const summary = inside === undefined ? `${open} … ${close}` : summaryOf(inside, Size)
  return { ...insideText(summary, { size: Size, isOpen }), tone: toneOf(null) }
}
