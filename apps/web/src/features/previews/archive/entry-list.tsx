import type { ArchiveEntry, ArchivePreviewProperties } from '@millrace/contracts/previews'
import { useVirtualizer } from '@tanstack/react-virtual'
import { CircleAlert, Folder } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { FileIcon } from '#components/ui/file-icon.tsx'
import { FindField } from '#components/ui/find-field.tsx'
import { fill } from '#lib/fill.ts'
import { formatBytes, formatWhen, plural } from '#lib/format.ts'
import { touch } from '#lib/touch.ts'
import { PreviewToolbar } from '../preview-toolbar.tsx'
import { ScrollArea } from '../scroll-area.tsx'
import * as texts from './texts.ts'

interface EntryListProps {
  archive: ArchivePreviewProperties
  name: string
  views: ReactNode
  verbs: ReactNode
  onOpen: (index: number) => void
}

const ROW_HEIGHT = touch.matches ? 44 : 36
const COLUMNS =
  'grid grid-cols-[minmax(0,1fr)_6rem_8rem] items-center gap-x-8 px-6 phone:grid-cols-[minmax(0,1fr)_5rem] phone:px-4'

/** Lists the entries of an archive. Only the rows in view are rendered. */
export function EntryList({ archive, name, views, verbs, onOpen }: EntryListProps) {
  const frame = useRef<HTMLElement>(null)
  const [find, setFind] = useState('')
  const entries = archive.Entries.filter(({ Name }) => Name.toLowerCase().includes(find.toLowerCase()))
  // oxlint-disable-next-line react/incompatible-library -- the virtualizer's functions are called in this render only
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 20,
  })
  return (
    <>
      <PreviewToolbar views={views}>
        <FindField label={texts.searchFiles} value={find} onChange={setFind} />
        {verbs}
      </PreviewToolbar>
      {archive.Notes.length > 0 ? (
        <p role="status" className="flex-none border-t border-line bg-warning-soft px-6 py-1.5 text-xs phone:px-4">
          {archive.Notes.join(' ')}
        </p>
      ) : null}
      <div className={`${COLUMNS} h-8 flex-none border-t border-line text-xs text-ink-2`} aria-hidden="true">
        <span>{texts.name}</span>
        <span className="text-right">{texts.size}</span>
        <span className="phone:hidden">{texts.modified}</span>
      </div>
      <ScrollArea ref={frame} label={fill(texts.filesIn, name)}>
        {entries.length === 0 ? (
          <p className="px-6 py-4 text-ink-2">{archive.TotalEntries === 0 ? texts.noFiles : texts.noMatchingFiles}</p>
        ) : null}
        <ul className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const entry = entries[index]
            return entry ? (
              <EntryRow key={entry.Index} entry={entry} at={index} size={entries.length} top={start} onOpen={onOpen} />
            ) : null
          })}
        </ul>
      </ScrollArea>
      <footer className="flex h-8 flex-none items-center border-t border-line px-6 text-xs text-ink-2 phone:px-4">
        {fill(
          texts.decompressed,
          plural(archive.TotalEntries, 'entry', 'entries'),
          formatBytes(archive.Entries.reduce((sum, { SizeInBytes }) => sum + SizeInBytes, 0)),
        )}
      </footer>
    </>
  )
}

interface EntryRowProps {
  entry: ArchiveEntry
  /** The entry's index among all `size` rows, of which only some are rendered. */
  at: number
  size: number
  top: number
  onOpen: (index: number) => void
}

function EntryRow({ entry, at, size, top, onOpen }: EntryRowProps) {
  const { Index, Name, IsFolder, SizeInBytes, ModifiedAt, Fault } = entry
  const canOpen = !IsFolder && Fault === null
  const modified = ModifiedAt ? formatWhen(ModifiedAt) : ''
  return (
    <li
      aria-setsize={size}
      aria-posinset={at + 1}
      className={`${COLUMNS} absolute top-0 left-0 w-full border-b border-line hover:bg-hover`}
      style={{ height: ROW_HEIGHT, transform: `translateY(${top}px)` }}
    >
      <span className="flex min-w-0 items-center gap-2">
        {IsFolder ? <Folder className="icon-sm" /> : <FileIcon name={Name} />}
        {canOpen ? (
          <button
            type="button"
            className="grid text-left leading-4 text-accent hover:underline touch:h-11 touch:content-center"
            onClick={() => onOpen(Index)}
          >
            <span className="truncate">{Name}</span>
            {modified ? <span className="truncate text-xs text-ink-2 sm:hidden">{modified}</span> : null}
          </button>
        ) : (
          <span className="truncate">{Name}</span>
        )}
        {Fault ? (
          <span
            className="flex flex-none items-center gap-1 text-xs text-ink-2"
            title={fill(texts.cantBeOpened, Fault)}
          >
            <CircleAlert className="icon-sm text-warning" />
            {Fault}
          </span>
        ) : null}
      </span>
      <span className="text-right text-xs text-ink-2">{IsFolder ? '' : formatBytes(SizeInBytes)}</span>
      <span className="truncate text-xs text-ink-2 phone:hidden">{modified}</span>
    </li>
  )
}
