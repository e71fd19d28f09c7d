import { LIMITS } from '@millrace/contracts/limits'
import { mayHoldTable, type PreviewKind, previewKind } from '@millrace/contracts/media-types'
import type { WorkDataProperties } from '@millrace/contracts/work-data'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { FileIcon, typeLabel } from '#components/ui/file-icon.tsx'
import { SkeletonLines } from '#components/ui/skeleton-lines.tsx'
import { formatBytes } from '#lib/format.ts'
import type { SirenDocument } from '#lib/siren.ts'
import { isSlowTable, isText, type PreviewedFile, previewedFile, previewQueries } from './previews.queries.ts'

const loadTable = () => import('./mini/mini-table.tsx')
const loadFacts = () => import('./mini/mini-facts.tsx')
const loadFigure = () => import('./mini/mini-figure.tsx')
const loadPage = () => import('./mini/mini-page.tsx')
const Facts = lazy(() => loadFacts().then((module) => ({ default: module.MiniFacts })))
const Figure = lazy(() => loadFigure().then((module) => ({ default: module.MiniFigure })))
const Page = lazy(() => loadPage().then((module) => ({ default: module.MiniPage })))
const Table = lazy(() => loadTable().then((module) => ({ default: module.MiniTable })))

const NONE = [] as const

interface MiniPreviewProps {
  data: SirenDocument<WorkDataProperties>
  size: 'card' | 'large'
  /**
   * Files shown next to this one, such as those of a sweep. If they are JSON objects, the content that all of them
   * share is left out.
   */
  others?: readonly SirenDocument<WorkDataProperties>[]
}

/**
 * Thumbnail of a file, drawn from its content: rows, lines, a curve or a picture. Otherwise the type and size are
 * shown. Fills its container.
 */
export function MiniPreview({ data, size, others = NONE }: MiniPreviewProps) {
  const file = previewedFile(data)
  const { Preview, TextPreview, Inline } = file.links
  const kind = previewKind(file.mediaType)
  const isReadable: readonly PreviewKind[] = ['json', 'text', 'markdown', 'notebook', 'map']
  const isTable = kind === 'table' || mayHoldTable(file.mediaType, file.name)
  // A file that can't contain a table has a single preview, which is its text.
  const text = TextPreview ?? (isTable ? undefined : Preview)
  if (kind === 'json' && text)
    return (
      <MiniJson
        file={file}
        href={text}
        table={isTable && !isSlowTable(file) ? Preview : undefined}
        size={size}
        others={others}
      />
    )
  if (isTable && Preview) return <MiniTable file={file} href={Preview} size={size} />
  if (isReadable.includes(kind) && Preview) return <MiniText file={file} href={Preview} size={size} />
  if (kind === 'html' && TextPreview) return <MiniHtml file={file} href={TextPreview} />
  if (kind === 'plotly' && TextPreview && file.sizeInBytes <= LIMITS.previewTextBytes) {
    return <MiniFigure file={file} href={TextPreview} />
  }
  if ((kind === 'image' || kind === 'picture') && Inline) return <MiniImage file={file} href={Inline} />
  return <MiniType file={file} />
}

function MiniTable({ file, href, size }: { file: PreviewedFile; href: string; size: MiniPreviewProps['size'] }) {
  const { data, isPending } = useQuery({ ...previewQueries.table(href), retry: 1 })
  // Loads the code in parallel with the rows.
  useEffect(() => void loadTable(), [])
  const type = <MiniType file={file} />
  // A table with hundreds of columns takes seconds to load. Until then, the type alone would look like the final result
  // in a large frame.
  if (isPending && size === 'large') return <SkeletonLines />
  if (!data) return type
  if (isText(data)) return <MiniLines text={data.properties.Text} />
  return (
    <Suspense fallback={type}>
      <WholeLines height={18}>
        <Table table={data.properties} size={size} />
      </WholeLines>
    </Suspense>
  )
}

interface MiniJsonProps extends Required<Pick<MiniPreviewProps, 'size' | 'others'>> {
  file: PreviewedFile
  href: string
  /** URL of the table preview, if the file may contain a table. */
  table: string | undefined
}

function MiniJson({ file, href, table, size, others }: MiniJsonProps) {
  const { data } = useQuery({ ...previewQueries.text(href), retry: 1 })
  useEffect(() => void loadFacts(), [])
  const type = <MiniType file={file} />
  if (!data) return type
  const { Text } = data.properties
  const otherwise = table ? <MiniTable file={file} href={table} size={size} /> : <MiniLines text={Text} />
  return (
    <Suspense fallback={type}>
      <Facts text={Text} others={others} pending={type} otherwise={otherwise}>
        {(facts) => <WholeLines height={16}>{facts}</WholeLines>}
      </Facts>
    </Suspense>
  )
}

function MiniText({ file, href, size }: { file: PreviewedFile; href: string; size: MiniPreviewProps['size'] }) {
  const { data, isPending } = useQuery({ ...previewQueries.text(href), retry: 1 })
  if (isPending && size === 'large') return <SkeletonLines />
  return data ? <MiniLines text={data.properties.Text} /> : <MiniType file={file} />
}

function MiniHtml({ file, href }: { file: PreviewedFile; href: string }) {
  const { data } = useQuery({ ...previewQueries.text(href), retry: 1 })
  useEffect(() => void loadPage(), [])
  const type = <MiniType file={file} />
  if (!data) return type
  return (
    <Suspense fallback={type}>
      <WholeLines height={16}>
        <Page html={data.properties.Text} />
      </WholeLines>
    </Suspense>
  )
}

function MiniLines({ text }: { text: string }) {
  return (
    <WholeLines height={16}>
      <pre className="overflow-hidden mask-r-from-[calc(100%-14px)] font-mono text-2xs leading-4 whitespace-pre text-ink-2">
        {text.slice(0, 1500).split('\n', 12).join('\n')}
      </pre>
    </WholeLines>
  )
}

function MiniFigure({ file, href }: { file: PreviewedFile; href: string }) {
  const { data } = useQuery({ ...previewQueries.text(href), retry: 1 })
  useEffect(() => void loadFigure(), [])
  const type = <MiniType file={file} />
  if (!data) return type
  return (
    <Suspense fallback={type}>
      <Figure text={data.properties.Text} otherwise={type} />
    </Suspense>
  )
}

function MiniImage({ file, href }: { file: PreviewedFile; href: string }) {
  const [broken, setBroken] = useState(false)
  if (broken) return <MiniType file={file} />
  return (
    <span className="checker grid size-full place-items-center overflow-hidden">
      <img
        src={href}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setBroken(true)}
        className="max-h-full max-w-full object-contain"
      />
    </span>
  )
}

function MiniType({ file }: { file: PreviewedFile }) {
  return (
    <span className="grid size-full place-content-center justify-items-center gap-1.5 bg-sunken text-xs text-ink-3">
      <FileIcon mediaType={file.mediaType} className="size-6!" />
      {typeLabel(file.mediaType)}, {formatBytes(file.sizeInBytes)}
    </span>
  )
}

/** Clips the content to whole lines of `height` pixels. */
function WholeLines({ height, children }: { height: number; children: ReactNode }) {
  return (
    <span className="block size-full p-3">
      <span className="block overflow-hidden" style={{ height: `round(down, 100%, ${height}px)` }}>
        {children}
      </span>
    </span>
  )
}
