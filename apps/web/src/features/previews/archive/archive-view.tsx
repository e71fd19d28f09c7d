import { type ReactNode, useState } from 'react'
import type { ArchivePreview, PreviewedFile } from '../previews.queries.ts'
import { EntryList } from './entry-list.tsx'
import { EntryView } from './entry-view.tsx'

interface ArchiveViewProps {
  archive: ArchivePreview
  file: PreviewedFile
  views?: ReactNode
  verbs?: ReactNode
}

/** Shows the list of an archive's entries, or one of the entries. */
export function ArchiveView({ archive, file, views, verbs }: ArchiveViewProps) {
  const [index, setIndex] = useState<number>()
  const entry = archive.properties.Entries.find(({ Index }) => Index === index)
  if (entry) return <EntryView archive={archive} entry={entry} file={file} onBack={() => setIndex(undefined)} />
  return <EntryList archive={archive.properties} name={file.name} views={views} verbs={verbs} onOpen={setIndex} />
}
