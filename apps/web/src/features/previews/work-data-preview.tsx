import { MEDIA, previewKind } from '@millrace/contracts/media-types'
import type { WorkDataProperties } from '@millrace/contracts/work-data'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { PillChoice } from '#components/ui/segmented.tsx'
import { hrefOf, type SirenDocument } from '#lib/siren.ts'
import { ArchiveView } from './archive/archive-view.tsx'
import { BytesView } from './bytes/bytes-view.tsx'
import { FigureView } from './figure-view.tsx'
import { ImageView } from './image/image-view.tsx'
import { JsonView } from './json/json-view.tsx'
import { JsonFileTree } from './json-file-tree.tsx'
import { LoadedPreview } from './loaded-preview.tsx'
import { MediaView } from './media-view.tsx'
import { NoPreview } from './no-preview.tsx'
import { PageView } from './page-view.tsx'
import { PdfView } from './pdf/pdf-view.tsx'
import { PictureView } from './picture/picture-view.tsx'
import { dependsOnContent, hasPagedTree, type PreviewView, textHref, VIEW_LABELS, viewsOf } from './preview-views.ts'
import { isSlowTable, isText, type PreviewedFile, previewedFile, previewQueries } from './previews.queries.ts'
import { SheetTabs } from './table/sheet-tabs.tsx'
import { TableView } from './table/table-view.tsx'
import { TextPages } from './text/text-pages.tsx'
import { TEXT_SETTINGS, TextView } from './text/text-view.tsx'
import * as texts from './texts.ts'
import { WholeText } from './whole-text.tsx'

const HierarchyView = lazy(() =>
  import('./hierarchy/hierarchy-view.tsx').then((module) => ({ default: module.HierarchyView })),
)
const MapView = lazy(() => import('./map/map-view.tsx').then((module) => ({ default: module.MapView })))
const MarkdownView = lazy(() =>
  import('./document/markdown-view.tsx').then((module) => ({ default: module.MarkdownView })),
)
const NotebookView = lazy(() =>
  import('./notebook/notebook-view.tsx').then((module) => ({ default: module.NotebookView })),
)
const ReportView = lazy(() => import('./report/report-view.tsx'))
const WorkflowView = lazy(() => import('./workflow/workflow-view.tsx'))

interface WorkDataPreviewProps {
  workData: SirenDocument<WorkDataProperties>
  /** Replaces the view switch. Only the default view is shown then. */
  lead?: ReactNode
  /** Actions on the file for the views of bytes and of archives, shown beside the view's tools. */
  verbs?: Partial<Record<PreviewView, ReactNode>>
}

/** Shows the content of work data in the viewer for its type. Fills the available height. */
export function WorkDataPreview({ workData, lead, verbs = {} }: WorkDataPreviewProps) {
  const file = previewedFile(workData)
  const [chosen, setChosen] = useState<PreviewView>()
  const records = useQuery({
    ...previewQueries.table(file.links.Preview ?? ''),
    enabled: dependsOnContent(file) && !isSlowTable(file) && file.links.Preview !== undefined,
  })
  const views = viewsOf(file, records.isPending || (records.data !== undefined && !isText(records.data)))
  const view = views.find((one) => one === chosen) ?? views[0] ?? 'bytes'
  const choice =
    views.length > 1 ? (
      <PillChoice
        label={texts.view}
        value={view}
        onChange={setChosen}
        choices={views.map((value) => ({ value, label: VIEW_LABELS[value] }))}
      />
    ) : undefined

  return (
    <section
      aria-label={texts.preview}
      className="flex min-h-0 flex-1 flex-col has-data-chart:scroll-thin has-data-chart:overflow-y-auto"
    >
      <Suspense>
        <View view={view} file={file} views={lead ?? choice} verbs={verbs[view]} />
      </Suspense>
    </section>
  )
}

interface ViewProps {
  file: PreviewedFile
  views: ReactNode
}

function View({ view, file, views, verbs }: ViewProps & { view: PreviewView; verbs: ReactNode }) {
  const { Preview, PreviewDocument, Inline } = file.links
  const text = textHref(file)
  const kind = previewKind(file.mediaType)
  const props = { file, views }
  if (view === 'table' && Preview) return <TableOf href={Preview} {...props} />
  if (view === 'figure' && PreviewDocument) return <FigureView href={PreviewDocument} {...props} />
  if (view === 'page' && PreviewDocument) return <PageView href={PreviewDocument} {...props} />
  if (view === 'pages' && PreviewDocument) return <PdfView href={PreviewDocument} {...props} />
  if (view === 'map') return <WholeText {...props}>{(whole) => <MapView text={whole} {...props} />}</WholeText>
  if (view === 'notebook') {
    return <WholeText {...props}>{(whole) => <NotebookView text={whole} {...props} />}</WholeText>
  }
  if (view === 'report') return <WholeText {...props}>{(whole) => <ReportView text={whole} {...props} />}</WholeText>
  if (view === 'graph') return <WholeText {...props}>{(whole) => <WorkflowView text={whole} {...props} />}</WholeText>
  if (view === 'image' && kind === 'picture' && Preview) return <PictureOf href={Preview} {...props} />
  if (view === 'image' && Inline) return <ImageView href={Inline} {...props} />
  if ((view === 'audio' || view === 'video') && Inline) return <MediaView kind={view} href={Inline} {...props} />
  if (view === 'bytes') return <BytesView {...props} verbs={verbs} />
  if (view === 'contents' && Preview) return <HierarchyOf href={Preview} {...props} />
  if (view === 'files' && Preview) return <ArchiveOf href={Preview} {...props} verbs={verbs} />
  if (view === 'tree' && hasPagedTree(file)) return <JsonFileTree {...props} />
  if (text === undefined) return <NoPreview file={file} />
  return <TextOf view={view} href={text} {...props} />
}

function TableOf({ href, file, views }: ViewProps & { href: string }) {
  const [sheetHref, setSheetHref] = useState<string>()
  return (
    <LoadedPreview key={sheetHref} query={previewQueries.table(sheetHref ?? href)} file={file} kind="table">
      {(preview) =>
        isText(preview) ? (
          <TextView text={preview.properties} file={file} />
        ) : (
          <>
            <TableView head={preview} name={file.name} views={views} />
            <SheetTabs
              head={preview}
              label={file.mediaType === MEDIA.sqlite ? texts.tables : texts.sheets}
              onSelect={setSheetHref}
            />
          </>
        )
      }
    </LoadedPreview>
  )
}

function ArchiveOf({ href, file, views, verbs }: ViewProps & { href: string; verbs: ReactNode }) {
  return (
    <LoadedPreview query={previewQueries.archive(href)} file={file} kind="table">
      {(archive) => <ArchiveView archive={archive} file={file} views={views} verbs={verbs} />}
    </LoadedPreview>
  )
}

function HierarchyOf({ href, file, views }: ViewProps & { href: string }) {
  return (
    <LoadedPreview query={previewQueries.hierarchy(href)} file={file} kind="hierarchy">
      {(hierarchy) => <HierarchyView hierarchy={hierarchy} file={file} views={views} />}
    </LoadedPreview>
  )
}

function PictureOf({ href, file, views }: ViewProps & { href: string }) {
  return (
    <LoadedPreview query={previewQueries.picture(href)} file={file} kind="picture">
      {(picture) => <PictureView first={picture} file={file} views={views} />}
    </LoadedPreview>
  )
}

function TextOf({ view, href, file, views }: ViewProps & { view: PreviewView; href: string }) {
  /** URLs of the parts of the text, from the first to the current one. */
  const [parts, setParts] = useState<readonly string[]>([href])
  const kept = useState(TEXT_SETTINGS)
  return (
    <LoadedPreview
      query={previewQueries.text(parts.at(-1) ?? href)}
      file={file}
      kind={view === 'tree' ? 'json' : 'text'}
    >
      {(text) => {
        const { properties } = text
        const next = hrefOf(text, 'next')
        // The uncompressed size of a gzip file is known only now, so the paged tree is chosen late.
        if (view === 'tree' && properties.BytesLeftOut > 0) return <JsonFileTree file={file} views={views} />
        if (view === 'tree') return <JsonView text={properties} file={file} views={views} />
        if (view === 'document') return <MarkdownView text={properties} file={file} views={views} />
        const pages = (
          <TextPages
            onPrevious={parts.length > 1 ? () => setParts(parts.slice(0, -1)) : undefined}
            onNext={next === undefined ? undefined : () => setParts([...parts, next])}
          />
        )
        return <TextView key={parts.length} text={properties} file={file} views={views} pages={pages} kept={kept} />
      }}
    </LoadedPreview>
  )
}
