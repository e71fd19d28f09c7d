import { MEDIA } from '@millrace/contracts/media-types'
import type { WorkDataProperties } from '@millrace/contracts/work-data'
import { humanize } from '@millrace/parameters/labels'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { memo, type ReactNode, useState } from 'react'
import { Select } from '#components/ui/select.tsx'
import { workDataQueries } from '#features/work-data/work-data.queries.ts'
import { fill } from '#lib/fill.ts'
import { plural } from '#lib/format.ts'
import { encodeLink } from '#lib/link-code.ts'
import { type SirenDocument, selfHref } from '#lib/siren.ts'
import { type Axis, cellCaption, cellsCaption } from './axes.ts'
import { type Cell, type CellFile, fileKey, fileLabel, shownValue, varyingNumber } from './board-model.ts'
import { type BoardSeries, colorOfCell } from './board-series.ts'
import * as texts from './texts.ts'

type WorkData = SirenDocument<WorkDataProperties>

/** Renderers that belong to other features, passed by the route. */
export interface SweepViews {
  /** Renders a file as a thumbnail, without the content that it shares with `others`. */
  thumbnail: (file: WorkData, others: readonly WorkData[]) => ReactNode
}

interface BoardFiguresProps extends SweepViews {
  cells: readonly Cell[]
  axes: readonly Axis[]
  /** Names of the values that the jobs returned. */
  names: readonly string[]
  series: BoardSeries
}

/** Maximum number of files that are compared to find their common content. */
const COMPARED = 8

/** Minimum number of figures that share the full width. Fewer figures would become too wide. */
const FILLING = 3

/** Media types of outputs that are shown first, because they are meant to be viewed. */
const PICTURE = /plotly|^image\//

/**
 * Shows one output of all jobs side by side, labeled with the values of their parameters. Memoized, because pointing at
 * a row or a dot re-renders the page.
 */
export const BoardFigures = memo(function BoardFigures({ cells, axes, names, series, thumbnail }: BoardFiguresProps) {
  const [chosen, setChosen] = useState<string>()
  const all = cells.flatMap(({ files }) => files)
  const outputs = new Map(all.map((file) => [fileKey(file), fileLabel(file)]))
  const picture = all.find(({ data }) => PICTURE.test(data?.properties.MediaType ?? ''))
  const first = picture ?? all.findLast(({ at }) => at === 0)
  const shownKey = chosen ?? (first && fileKey(first))
  if (shownKey === undefined) return null
  const differing = varyingNumber(cells, names)
  const shown = cells.flatMap((cell) => {
    const file = cell.files.find((one) => fileKey(one) === shownKey)
    return file ? [{ cell, file }] : []
  })
  const different = byContent(shown)
  const others = shown.slice(0, COMPARED).flatMap(({ file }) => file.data ?? [])
  return (
    <section aria-labelledby="sweep-figures" className="px-6 py-5 phone:px-4">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h2 id="sweep-figures" className="font-semibold">
          {texts.results}
        </h2>
        <div className="w-56">
          <Select
            size="sm"
            aria-label={texts.output}
            value={shownKey}
            onChange={setChosen}
            options={[...outputs].map(([value, label]) => ({ value, label }))}
          />
        </div>
        {others.length > 1 && others.every(isFacts) ? (
          <p className="text-xs text-ink-3">{texts.onlyDifferences}</p>
        ) : null}
      </div>
      <ul
        aria-label={texts.results}
        className={clsx(
          'grid gap-4',
          different.length < FILLING
            ? 'grid-cols-[repeat(auto-fill,minmax(232px,1fr))]'
            : 'grid-cols-[repeat(auto-fit,minmax(232px,1fr))]',
        )}
      >
        {different.map(({ cell, file, equal }) => (
          <li key={cell.key}>
            <Figure
              file={file}
              thumbnail={(data) => thumbnail(data, others)}
              caption={cellCaption(axes, cell)}
              color={colorOfCell(series, cell)}
              equal={equal.length}
              boardHasDuplicates={different.length < shown.length}
              equalTo={cellsCaption(axes, equal)}
            >
              {differing === undefined ? null : `${humanize(differing)}: ${shownValue(cell.values[differing]) || '–'}`}
            </Figure>
          </li>
        ))}
      </ul>
    </section>
  )
})

interface Shown {
  cell: Cell
  file: CellFile
}

/** `equal` lists the cells of the other files with the same content. Files without work data are not grouped. */
function byContent(shown: readonly Shown[]): (Shown & { equal: Cell[] })[] {
  const groups = Map.groupBy(shown, ({ cell, file }) => file.data?.properties.Sha256 ?? cell.key)
  return [...groups.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, equal: others.map(({ cell }) => cell) }] : [],
  )
}

/** The thumbnail of a JSON file lists names and values, without those that all files share. */
function isFacts({ properties }: WorkData): boolean {
  return properties.MediaType === MEDIA.json
}

interface FigureProps {
  file: CellFile
  thumbnail: (data: WorkData) => ReactNode
  caption: string
  color: string | undefined
  /** Number of other cells that have a file with the same content, and their caption. */
  equal: number
  equalTo: string
  boardHasDuplicates: boolean
  children: ReactNode
}

function Figure({ file, thumbnail, caption, color, equal, equalTo, boardHasDuplicates, children }: FigureProps) {
  const read = useQuery({ ...workDataQueries.detail(file.path ?? ''), enabled: file.data === undefined })
  const data = file.data ?? read.data
  if (!data) return <div className="h-44 rounded-lg border border-line bg-sunken" />
  // The thumbnail of facts already contains the numbers in which the jobs differ.
  const hasFacts = isFacts(data)
  return (
    <Link
      to="/workdata/explorer/$details"
      params={{ details: encodeLink(selfHref(data)) }}
      className="flex h-full flex-col overflow-hidden rounded-lg border border-line hover:border-control"
    >
      <span
        aria-hidden="true"
        className={clsx('block flex-none border-b border-line bg-surface', hasFacts ? 'h-18' : 'h-36')}
      >
        {thumbnail(data)}
      </span>
      <span className="block px-3 py-1.5 text-sm">
        <span className="flex items-center gap-2">
          {color === undefined ? null : (
            <span aria-hidden="true" className="size-2 flex-none rounded-full" style={{ background: color }} />
          )}
          <span className="line-clamp-2 font-medium wrap-anywhere">{caption}</span>
        </span>
        {equal > 0 ? (
          <span className="block text-xs text-ink-3" title={equalTo}>
            {fill(texts.sameResult, plural(equal, 'more job'))}
            <span className="block truncate">{equalTo}</span>
          </span>
        ) : boardHasDuplicates ? (
          <span className="block text-xs text-ink-3">{texts.onlyJob}</span>
        ) : null}
        {hasFacts ? null : <span className="block truncate text-xs text-ink-3">{children}</span>}
      </span>
    </Link>
  )
}
