import { gzippedTableType, MEDIA, mayHoldRecords, previewKind } from '@millrace/contracts/media-types'
import type { WorkDataProperties } from '@millrace/contracts/work-data'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { PillChoice } from '#components/ui/segmented.tsx'
import type { SirenDocument } from '#lib/siren.ts'
import { FigureView } from './figure-view.tsx'
import { ImageView } from './image-view.tsx'
import { JsonView } from './json/json-view.tsx'
import { LoadedPreview } from './loaded-preview.tsx'
import { NoPreview } from './no-preview.tsx'
import { type PreviewedFile, previewedFile } from './previewed-file.ts'
import { isText, previewQueries } from './previews.queries.ts'
import { SheetTabs } from './table/sheet-tabs.tsx'
import { TableView } from './table/table-view.tsx'
import { TextView } from './text/text-view.tsx'

type View = 'first' | 'tree' | 'text'

const FIRST_VIEWS: Partial<Record<ReturnType<typeof previewKind>, string>> = {
  table: 'Table',
  plotly: 'Figure',
  json: 'Tree',
}

/** A gzip-compressed table is shown like any other. */
function kindOf({ mediaType, name }: PreviewedFile) {
  return previewKind(gzippedTableType(mediaType, name) ?? mediaType)
}

/** The content of work data, in the viewer its type calls for. Fills the height it is given. */
export function WorkDataPreview({ workData }: { workData: SirenDocument<WorkDataProperties> }) {
  const file = previewedFile(workData)
  const [view, setView] = useState<View>('first')
  const records = useQuery({
    ...previewQueries.table(file.links.Preview ?? ''),
    enabled: mayHoldRecords(file.mediaType, file.name) && file.links.Preview !== undefined,
  })
  const isRecords = records.data !== undefined && !isText(records.data)
  const first = isRecords ? 'Table' : FIRST_VIEWS[kindOf(file)]
  const textHref = file.links.TextPreview ?? (first === 'Tree' ? file.links.Preview : undefined)
  const views =
    first && textHref ? (
      <PillChoice
        label="View"
        value={view}
        onChange={setView}
        choices={[
          { value: 'first', label: first },
          ...(isRecords && file.mediaType === MEDIA.json ? [{ value: 'tree' as const, label: 'Tree' }] : []),
          { value: 'text', label: 'Text' },
        ]}
      />
    ) : undefined

  return (
    <section aria-label="Preview" className="flex min-h-0 flex-1 flex-col">
      {view === 'text' && textHref ? (
        <TextOf href={textHref} file={file} views={views} />
      ) : view === 'tree' && textHref ? (
        <JsonOf href={textHref} file={file} views={views} />
      ) : (
        <FirstView file={file} views={views} />
      )}
    </section>
  )
}

interface ViewProps {
  file: PreviewedFile
  views: ReactNode
}

function FirstView({ file, views }: ViewProps) {
  const { Preview, PreviewDocument, Inline } = file.links
  const kind = kindOf(file)
  if (kind === 'table' && Preview) return <TableOf href={Preview} file={file} views={views} />
  if (mayHoldRecords(file.mediaType, file.name) && Preview) return <TableOf href={Preview} file={file} views={views} />
  if (kind === 'json' && Preview) return <JsonOf href={Preview} file={file} views={views} />
  if (kind === 'text' && Preview) return <TextOf href={Preview} file={file} views={views} />
  if (kind === 'plotly' && PreviewDocument) return <FigureView href={PreviewDocument} file={file} views={views} />
  if (kind === 'image' && Inline) return <ImageView href={Inline} file={file} views={views} />
  return <NoPreview file={file} />
}

/** A table, or its text with the reason when it cannot be read as one. */
function TableOf({ href, file, views }: ViewProps & { href: string }) {
  const [sheetHref, setSheetHref] = useState<string>()
  return (
    <LoadedPreview key={sheetHref} query={previewQueries.table(sheetHref ?? href)} file={file} kind="table">
      {(preview) =>
        isText(preview) ? (
          preview.properties.Kind === 'json' ? (
            <JsonView text={preview.properties} file={file} views={views} />
          ) : (
            <TextView text={preview.properties} file={file} />
          )
        ) : (
          <>
            <TableView head={preview} name={file.name} views={views} />
            <SheetTabs head={preview} onSelect={setSheetHref} />
          </>
        )
      }
    </LoadedPreview>
  )
}

function JsonOf({ href, file, views }: ViewProps & { href: string }) {
  return (
    <LoadedPreview query={previewQueries.text(href)} file={file} kind="json">
      {({ properties }) => <JsonView text={properties} file={file} views={views} />}
    </LoadedPreview>
  )
}

function TextOf({ href, file, views }: ViewProps & { href: string }) {
  return (
    <LoadedPreview query={previewQueries.text(href)} file={file} kind="text">
      {({ properties }) => <TextView text={properties} file={file} views={views} />}
    </LoadedPreview>
  )
}
