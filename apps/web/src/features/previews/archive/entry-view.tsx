import { mediaTypeOfName, previewKind } from '@millrace/contracts/media-types'
import type { ArchiveEntry, EntryPreviewProperties } from '@millrace/contracts/previews'
import { ArrowLeft, Download } from 'lucide-react'
import { useMemo } from 'react'
import { Button } from '#components/ui/button.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { fill } from '#lib/fill.ts'
import { formatBytes } from '#lib/format.ts'
import { languageOf } from '#lib/languages.ts'
import { hrefOf, type SirenDocument } from '#lib/siren.ts'
import { ByteLines } from '../bytes/byte-lines-text.tsx'
import { LoadedPreview } from '../loaded-preview.tsx'
import { PreviewToolbar } from '../preview-toolbar.tsx'
import { type ArchivePreview, type PreviewedFile, previewQueries } from '../previews.queries.ts'
import { ScrollArea } from '../scroll-area.tsx'
import { CodeLines } from '../text/code-lines.tsx'
import { TextFindTools } from '../text/text-find-tools.tsx'
import { type TextFind, useTextFind } from '../text/use-text-find.ts'
import * as texts from './texts.ts'

interface EntryViewProps {
  archive: ArchivePreview
  entry: ArchiveEntry
  file: PreviewedFile
  onBack: () => void
}

/** Shows the start of one entry of an archive. Nested archives are not opened. */
export function EntryView({ archive, entry, file, onBack }: EntryViewProps) {
  return (
    <LoadedPreview query={previewQueries.entry(archive, entry.Index)} file={file} kind="text">
      {(preview) => <LoadedEntry preview={preview} name={entry.Name} onBack={onBack} />}
    </LoadedPreview>
  )
}

interface LoadedEntryProps {
  preview: SirenDocument<EntryPreviewProperties>
  name: string
  onBack: () => void
}

function LoadedEntry({ preview, name, onBack }: LoadedEntryProps) {
  const { Kind, Content, BytesLeftOut } = preview.properties
  const find = useTextFind(Kind === 'text' ? Content : '')
  return (
    <>
      <PreviewToolbar
        views={
          <>
            <Button size="sm" variant="quiet" icon={<ArrowLeft />} onClick={onBack}>
              {texts.allFiles}
            </Button>
            <span className="min-w-0 truncate font-mono text-xs">{name}</span>
          </>
        }
      >
        {Kind === 'text' ? <TextFindTools find={find} isPart={BytesLeftOut > 0} /> : null}
        <a href={hrefOf(preview, 'Download')} download className={buttonClass({ size: 'sm', variant: 'quiet' })}>
          <Download /> {texts.downloadFile}
        </a>
      </PreviewToolbar>
      <EntryContent preview={preview.properties} find={find} />
    </>
  )
}

function EntryContent({ preview, find }: { preview: EntryPreviewProperties; find: TextFind }) {
  const { Kind, Name, Content, SizeInBytes, BytesLeftOut, Encoding } = preview
  const bytes = useMemo(
    () => (Kind === 'bytes' ? Uint8Array.from(atob(Content), (one) => one.charCodeAt(0)) : new Uint8Array()),
    [Kind, Content],
  )
  const mediaType = mediaTypeOfName(Name) ?? ''
  return (
    <>
      {previewKind(mediaType) === 'archive' ? (
        <p role="status" className="flex-none border-t border-line bg-warning-soft px-6 py-1.5 text-xs phone:px-4">
          {texts.nestedArchive}
        </p>
      ) : null}
      {Kind === 'text' ? (
        <CodeLines
          text={Content}
          language={languageOf({ mediaType, name: Name })}
          label={fill(texts.textOf, Name)}
          wrap={false}
          hits={find.hits}
          hit={find.hits[find.at]}
        />
      ) : (
        <ScrollArea label={fill(texts.bytesOf, Name)} className="bg-surface dark:bg-sunken">
          <ByteLines bytes={bytes} size={SizeInBytes} />
        </ScrollArea>
      )}
      <footer className="flex h-8 flex-none items-center gap-3 border-t border-line px-6 text-xs text-ink-2 phone:px-4">
        {BytesLeftOut > 0
          ? fill(texts.showingTheFirstOf, formatBytes(SizeInBytes - BytesLeftOut), formatBytes(SizeInBytes))
          : formatBytes(SizeInBytes)}
        <span className="ml-auto text-ink-3">{Encoding}</span>
      </footer>
    </>
  )
}
