import { KIND_LABELS } from '@millrace/contracts/texts'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Files } from 'lucide-react'
import type { ComponentType } from 'react'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { FileIcon } from '#components/ui/file-icon.tsx'
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx'
import { TagList } from '#components/ui/tag.tsx'
import { Time } from '#components/ui/time.tsx'
import { useLongPress } from '#components/ui/use-long-press.ts'
import { fill } from '#lib/fill.ts'
import { addressOf, foldedSweep, itemsOf } from '#lib/fold-sweeps.ts'
import { formatBytes } from '#lib/format.ts'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import { touch } from '#lib/touch.ts'
import type { useSelection } from '#lib/use-selection.ts'
import { useWasVisible } from '#lib/use-was-visible.ts'
import { useValue, type Value } from '#lib/value.ts'
import type { WorkDataDocument } from '../work-data.queries.ts'
import { FileFold, jobsOf } from './file-fold.tsx'
import type { ListedFile } from './fold-files.ts'
import * as texts from './texts.ts'
import { typesOf } from './work-data-list-layout.tsx'

/** Renders the content of a file as a picture. Passed by the route. */
export type PictureOf = ComponentType<{ data: WorkDataDocument; size: 'card' }>

interface WorkDataGridProps {
  rows: readonly ListedFile[]
  selection: ReturnType<typeof useSelection<ListedFile>>
  cursor: Value<string | undefined>
  Picture: PictureOf
}

/**
 * Work data as cards, each with a picture of the content. The content is loaded once the card is near the screen. The
 * picture of a collapsed sweep is that of its first result.
 */
export function WorkDataGrid({ rows, selection, cursor, Picture }: WorkDataGridProps) {
  const active = useValue(cursor)
  return (
    <ul
      aria-label={texts.workData}
      className="grid grid-cols-[repeat(auto-fill,minmax(232px,1fr))] gap-4 p-6 phone:p-4"
    >
      {rows.map((file) => (
        <Card
          key={selfHref(file)}
          file={file}
          selected={selection.has(file)}
          active={active === selfHref(file)}
          selecting={selection.items.length > 0}
          onToggle={() => selection.toggle(file)}
          Picture={Picture}
        />
      ))}
    </ul>
  )
}

interface CardProps {
  file: ListedFile
  selected: boolean
  active: boolean
  /** Whether cards are being selected, so that a tap on a touch screen selects. */
  selecting: boolean
  onToggle: () => void
  Picture: PictureOf
}

function Card({ file, selected, active, selecting, onToggle, Picture }: CardProps) {
  const { Name, MediaType, SizeInBytes, CreatedAt, Kind, ProducedByName, Tags } = file.properties
  const press = useLongPress(onToggle)
  const { ref, seen } = useWasVisible()
  const isFolded = foldedSweep(file) !== undefined
  const uploaded = Kind === 'ClientUpload' ? KIND_LABELS.ClientUpload : undefined
  const origin = isFolded ? jobsOf(file) : (ProducedByName ?? uploaded)
  return (
    <li
      data-current-row={active || undefined}
      className={clsx(
        'group relative overflow-hidden rounded-lg border bg-surface focus-within:border-accent hover:border-line-strong',
        selected || active ? 'border-accent' : 'border-line',
      )}
    >
      <span
        className={clsx(
          'absolute top-2 left-2 z-10 rounded-sm bg-surface group-hover:opacity-100 focus-within:opacity-100',
          selected ? 'opacity-100' : 'opacity-0',
          selecting ? 'touch:opacity-100' : 'touch:hidden',
        )}
      >
        <Checkbox
          aria-label={fill(texts.selectNamed, Name)}
          className="block size-6!"
          checked={selected}
          onChange={onToggle}
        />
      </span>
      <Link
        to={addressOf(file) ?? `/workdata/explorer/${encodeLink(selfHref(file))}`}
        className="block touch:select-none"
        {...press}
        onClick={(event) => {
          if (!selecting || !touch.matches) return
          event.preventDefault()
          onToggle()
        }}
      >
        <span ref={ref} aria-hidden="true" className="block h-40 overflow-hidden border-b border-line">
          {seen ? <Picture data={itemsOf<WorkDataDocument>(file)[0] ?? file} size="card" /> : null}
        </span>
        <span className="block px-3 pt-[9px] pb-2.5">
          <span className="flex items-center gap-1.5">
            {isFolded ? <Files className="icon-sm text-ink-2" /> : <FileIcon mediaType={MediaType} />}
            <MiddleTruncate text={Name} className="font-medium group-hover:text-accent" />
          </span>
          <span className="mt-0.5 block truncate text-xs text-ink-3">
            {typesOf(file).join(', ')}, {formatBytes(SizeInBytes)} · <Time at={CreatedAt} />
          </span>
          <span className="mt-0.5 flex h-5 items-center gap-2 text-xs text-ink-3">
            {origin === undefined ? null : <span className="truncate">{origin}</span>}
            <span className="flex max-w-[70%] flex-none">
              <TagList tags={Tags} most={1} />
            </span>
          </span>
        </span>
      </Link>
      {file.fold ? (
        <span className="absolute right-3 bottom-2">
          <FileFold file={file} />
        </span>
      ) : null}
    </li>
  )
}
