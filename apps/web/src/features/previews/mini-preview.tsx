import { LIMITS } from '@millrace/contracts/limits'
import { mayHoldTable, type PreviewKind, previewKind } from '@millrace/contracts/media-types'
import type { WorkDataProperties } from '@millrace/contracts/work-data'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { FileIcon, typeWord } from '#components/ui/file-icon.tsx'
import { formatBytes } from '#lib/format.ts'
import type { SirenDocument } from '#lib/siren.ts'
import { figureLines } from './mini/figure-lines.ts'
import { jsonSummary } from './mini/json-summary.ts'
import { Sparklines } from './mini/sparklines.tsx'
import { isText, type PreviewedFile, previewedFile, previewQueries } from './previews.queries.ts'

const loadTable = () => import('./mini/mini-table.tsx')
const Table = lazy(() => loadTable().then((module) => ({ default: module.MiniTable })))

interface MiniPreviewProps {
  data: SirenDocument<WorkDataProperties>
  size: 'card' | 'large'
}

/** A file drawn small from its own content: rows, lines, a curve, a picture. Fills the frame it is put into. */
export function MiniPreview({ data, size }: MiniPreviewProps) {
  const file = previewedFile(data)
  const { Preview, TextPreview, Inline } = file.links
  const kind = previewKind(file.mediaType)
  const isReadable: readonly PreviewKind[] = ['json', 'text', 'markdown', 'notebook', 'map']
  const isTable = kind === 'table' || mayHoldTable(file.mediaType, file.name)
  if (isTable && Preview) return <MiniTable file={file} href={Preview} size={size} />
  if (isReadable.includes(kind) && Preview) return <MiniText file={file} href={Preview} />
  if (kind === 'plotly' && TextPreview && file.sizeInBytes <= LIMITS.previewTextBytes) {
    return <MiniFigure file={file} href={TextPreview} />
  }
  if ((kind === 'image' || kind === 'picture') && Inline) return <MiniImage file={file} href={Inline} />
  return <MiniType file={file} />
}

function MiniTable({ file, href, size }: { file: PreviewedFile; href: string; size: MiniPreviewProps['size'] }) {
  const { data } = useQuery({ ...previewQueries.table(href), retry: 1 })
  // While the rows are read, not after.
  useEffect(() => void loadTable(), [])
  const type = <MiniType file={file} />
  if (!data) return type
  if (isText(data)) return <MiniLines file={file} text={data.properties.Text} />
  return (
    <Suspense fallback={type}>
      <WholeLines height={18} className="p-3">
        <Table table={data.properties} size={size} />
      </WholeLines>
    </Suspense>
  )
}

function MiniText({ file, href }: { file: PreviewedFile; href: string }) {
  const { data } = useQuery({ ...previewQueries.text(href), retry: 1 })
  return data ? <MiniLines file={file} text={data.properties.Text} /> : <MiniType file={file} />
}

function MiniLines({ file, text }: { file: PreviewedFile; text: string }) {
  const shown = previewKind(file.mediaType) === 'json' ? jsonSummary(text) : text
  return (
    <WholeLines height={16} className="p-3 pr-1">
      <pre className="overflow-hidden mask-r-from-[calc(100%-14px)] font-mono text-2xs leading-4 whitespace-pre text-ink-2">
        {shown.slice(0, 1500).split('\n', 12).join('\n')}
      </pre>
    </WholeLines>
  )
}

function MiniFigure({ file, href }: { file: PreviewedFile; href: string }) {
  const { data } = useQuery({ ...previewQueries.text(href), retry: 1 })
  const lines = data ? figureLines(data.properties.Text) : []
  return lines.length > 0 ? <Sparklines lines={lines} /> : <MiniType file={file} />
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

/** What stands for a file that nobody can draw: its type and size. */
function MiniType({ file }: { file: PreviewedFile }) {
  return (
    <span className="grid size-full place-content-center justify-items-center gap-1.5 bg-sunken text-xs text-ink-3">
      <FileIcon mediaType={file.mediaType} className="size-6!" />
      {typeWord(file.mediaType)}, {formatBytes(file.sizeInBytes)}
    </span>
  )
}

/** Shows whole lines of that height in pixels. */
function WholeLines({ height, className, children }: { height: number; className: string; children: ReactNode }) {
  return (
    <span className={clsx('block size-full', className)}>
      <span className="block overflow-hidden" style={{ height: `round(down, 100%, ${height}px)` }}>
        {children}
      </span>
    </span>
  )
}
