import { MEDIA } from '@millrace/contracts/media-types'
import type { WorkDataProperties } from '@millrace/contracts/work-data'
import { wordsOf } from '@millrace/parameters/words'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { type ReactNode, useState } from 'react'
import { Select } from '#components/ui/select.tsx'
import { workDataQueries } from '#features/work-data/work-data.queries.ts'
import { encodeLink } from '#lib/link-code.ts'
import { type SirenDocument, selfHref } from '#lib/siren.ts'
import { type Axis, captionOfCell } from './axes.ts'
import { type Cell, type CellFile, shownValue, varyingNumber } from './board-model.ts'
import * as texts from './texts.ts'

type WorkData = SirenDocument<WorkDataProperties>

/** The parts of the page that other features draw. */
export interface SweepViews {
  /** A picture of a file, without what it has in common with the others. */
  thumbnail: (file: WorkData, others: readonly WorkData[]) => ReactNode
}

interface BoardFiguresProps extends SweepViews {
  cells: readonly Cell[]
  axes: readonly Axis[]
  /** What the cells returned. */
  names: readonly string[]
}

/** How many files tell what all have in common. */
const COMPARED = 8

/** What comes first, because it is meant to be looked at. */
const PICTURE = /plotly|^image\//

/** One output of all jobs, side by side, each with the value in which they differ. */
export function BoardFigures({ cells, axes, names, thumbnail }: BoardFiguresProps) {
  const [chosen, setChosen] = useState<string>()
  const slots = [...new Set(cells.flatMap(({ files }) => files.map(({ slot }) => slot)))]
  const pictures = cells.flatMap(({ files }) =>
    files.filter(({ data }) => PICTURE.test(data?.properties.MediaType ?? '')),
  )
  const slot = chosen ?? pictures[0]?.slot ?? slots.at(-1)
  if (slot === undefined) return null
  const differing = varyingNumber(cells, names)
  const shown = cells.flatMap((cell) => {
    const file = cell.files.find((one) => one.slot === slot)
    return file ? [{ cell, file }] : []
  })
  const others = shown.slice(0, COMPARED).flatMap(({ file }) => file.data ?? [])
  return (
    <section aria-labelledby="sweep-figures" className="px-6 py-5 phone:px-4">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h2 id="sweep-figures" className="font-semibold">
          {texts.results}
        </h2>
        <div className="w-56">
          <Select
            aria-label={texts.output}
            value={slot}
            onChange={setChosen}
            options={slots.map((name) => ({ value: name, label: wordsOf(name) }))}
          />
        </div>
        {others.length > 1 && others.every(isFacts) ? (
          <p className="text-xs text-ink-3">{texts.onlyDifferences}</p>
        ) : null}
      </div>
      <ul aria-label={texts.results} className="grid grid-cols-[repeat(auto-fill,minmax(232px,1fr))] gap-4">
        {shown.map(({ cell, file }) => (
          <li key={cell.key}>
            <Figure file={file} thumbnail={(data) => thumbnail(data, others)} caption={captionOfCell(axes, cell)}>
              {differing === undefined ? null : `${wordsOf(differing)}: ${shownValue(cell.values[differing]) || '–'}`}
            </Figure>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Drawn as names and values, without those that all have. */
function isFacts({ properties }: WorkData): boolean {
  return properties.MediaType === MEDIA.json
}

interface FigureProps {
  file: CellFile
  thumbnail: (data: WorkData) => ReactNode
  caption: string
  children: ReactNode
}

function Figure({ file, thumbnail, caption, children }: FigureProps) {
  const read = useQuery({ ...workDataQueries.detail(file.path ?? ''), enabled: file.data === undefined })
  const data = file.data ?? read.data
  if (!data) return <div className="h-44 rounded-lg border border-line bg-sunken" />
  // Facts already say in which number the jobs differ.
  const hasFacts = isFacts(data)
  return (
    <Link
      to="/workdata/explorer/$details"
      params={{ details: encodeLink(selfHref(data)) }}
      className="block overflow-hidden rounded-lg border border-line hover:border-control"
    >
      <span aria-hidden="true" className={clsx('block border-b border-line bg-surface', hasFacts ? 'h-18' : 'h-36')}>
        {thumbnail(data)}
      </span>
      <span className="block px-3 py-1.5 text-sm">
        <span className="line-clamp-2 wrap-anywhere">{caption}</span>
        {hasFacts ? null : <span className="block truncate text-xs text-ink-3">{children}</span>}
      </span>
    </Link>
  )
}
