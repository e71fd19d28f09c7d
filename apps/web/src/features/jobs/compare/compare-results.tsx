import { MEDIA, previewKind } from '@millrace/contracts/media-types'
import type { ReactNode } from 'react'
import { FileTile, typeLabel } from '#components/ui/file-icon.tsx'
import { formatBytes } from '#lib/format.ts'
import type { WorkDataDocument } from '#lib/job-facts.ts'
import { hrefOf } from '#lib/siren.ts'
import { FileLink } from '../components/links.tsx'
import { type FilePair, isIdentical } from './compared-jobs.ts'
import { SideMark } from './job-sides.tsx'
import { COMPARE_TEXTS } from './texts.ts'

/** The parts of the comparison that other features render. */
export interface CompareViews {
  preview: (file: WorkDataDocument) => ReactNode
  tables: (before: WorkDataDocument, after: WorkDataDocument) => ReactNode
}

/**
 * Compares the results of both jobs pair by pair: tables by their differences, other files side by side. Files that are
 * identical or have no counterpart are not previewed.
 */
export function CompareResults({ pairs, views }: { pairs: readonly FilePair[]; views: CompareViews }) {
  if (pairs.length === 0) return <p className="p-6 text-md text-ink-2 phone:p-4">{COMPARE_TEXTS.noResults}</p>
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 p-6 phone:p-4">
      {pairs.map((pair, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pairs of a slot have no identity except their position
        <section key={`${pair.slot} ${at}`} aria-label={pair.slot} className="rounded-lg border border-line">
          <header className="grid grid-cols-2 gap-3 border-b border-line px-3 py-2">
            <FileHead mark="A" pair={pair} file={pair.before} />
            <FileHead mark="B" pair={pair} file={pair.after} />
          </header>
          <PairContent pair={pair} views={views} />
        </section>
      ))}
    </div>
  )
}

interface FileHeadProps {
  mark: string
  pair: FilePair
  file: WorkDataDocument | undefined
}

/** Highlighted if the contents of the pair differ. */
function FileHead({ mark, pair, file }: FileHeadProps) {
  const isLit = pair.before !== undefined && pair.after !== undefined && !isIdentical(pair)
  return (
    <div className="flex min-w-0 items-center gap-2.5">
      <SideMark mark={mark} />
      {file ? (
        <span className="phone:hidden">
          <FileTile mediaType={file.properties.MediaType} />
        </span>
      ) : null}
      <div className="min-w-0 flex-1">
        <div className="truncate text-xs text-ink-2">
          {pair.slot}
          {isLit ? (
            <span className="ml-1.5 rounded-xs bg-warning-soft px-1 text-warning">{COMPARE_TEXTS.differs}</span>
          ) : null}
        </div>
        {file ? (
          <div className="font-medium">
            <FileLink file={file} />
          </div>
        ) : (
          <div className="text-ink-3">–</div>
        )}
      </div>
      {file ? (
        <span className="flex-none text-xs text-ink-3 phone:hidden">
          {typeLabel(file.properties.MediaType)} · {formatBytes(file.properties.SizeInBytes)}
        </span>
      ) : null}
    </div>
  )
}

function PairContent({ pair, views }: { pair: FilePair; views: CompareViews }) {
  const { before, after } = pair
  if (!before || !after) {
    return <p className="px-3 py-3 text-ink-2">{before ? COMPARE_TEXTS.onlyBefore : COMPARE_TEXTS.onlyAfter}</p>
  }
  if (isIdentical(pair)) return <p className="px-3 py-3 text-ink-2">{COMPARE_TEXTS.identical}</p>
  if (isTable(before) && isTable(after)) return views.tables(before, after)
  return (
    <div className="grid grid-cols-2 divide-x divide-line phone:grid-cols-1 phone:divide-x-0 phone:divide-y">
      <div className="min-w-0">{views.preview(before)}</div>
      <div className="min-w-0">{views.preview(after)}</div>
    </div>
  )
}

function isTable(file: WorkDataDocument): boolean {
  const { MediaType } = file.properties
  return hrefOf(file, 'Preview') !== undefined && MediaType !== MEDIA.plotly && previewKind(MediaType) === 'table'
}
