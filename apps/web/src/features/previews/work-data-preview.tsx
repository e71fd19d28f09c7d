import { previewKind } from '@millrace/contracts/media-types'
import type { WorkDataProperties } from '@millrace/contracts/work-data'
import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { CatchBoundary } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { ErrorView } from '#components/ui/error-view.tsx'
import { PillChoice } from '#components/ui/segmented.tsx'
import { ApiProblem } from '#lib/api.ts'
import { type SirenDocument, selfHref } from '#lib/siren.ts'
import { FigureView } from './figure-view.tsx'
import { ImageView } from './image-view.tsx'
import { JsonView } from './json/json-view.tsx'
import { NoPreview } from './no-preview.tsx'
import { PreviewSkeleton } from './preview-skeleton.tsx'
import { type PreviewedFile, previewedFile } from './previewed-file.ts'
import { TableView } from './table/table-view.tsx'
import { TextView } from './text/text-view.tsx'

type View = 'first' | 'text'

const FIRST_VIEWS: Partial<Record<ReturnType<typeof previewKind>, string>> = {
  table: 'Table',
  plotly: 'Figure',
  json: 'Tree',
}

/** The content of work data, in the viewer its type calls for. Fills the height it is given. */
export function WorkDataPreview({ workData }: { workData: SirenDocument<WorkDataProperties> }) {
  const file = previewedFile(workData)
  const first = FIRST_VIEWS[previewKind(file.mediaType)]
  const textHref = file.links.TextPreview ?? (first === 'Tree' ? file.links.Preview : undefined)
  const [view, setView] = useState<View>('first')
  const views =
    first && textHref ? (
      <PillChoice
        label="View"
        value={view}
        onChange={setView}
        choices={[
          { value: 'first', label: first },
          { value: 'text', label: 'Text' },
        ]}
      />
    ) : undefined

  return (
    <section aria-label="Preview" className="flex min-h-0 flex-1 flex-col">
      <Failing key={`${selfHref(workData)} ${view}`} file={file} textHref={view === 'first' ? textHref : undefined}>
        <Suspense fallback={<PreviewSkeleton kind={previewKind(file.mediaType)} />}>
          {view === 'text' && textHref ? (
            <TextView href={textHref} file={file} views={views} />
          ) : (
            <FirstView file={file} views={views} />
          )}
        </Suspense>
      </Failing>
    </section>
  )
}

function FirstView({ file, views }: { file: PreviewedFile; views: ReactNode }) {
  const { Preview, PreviewDocument, Inline } = file.links
  const kind = previewKind(file.mediaType)
  if (kind === 'table' && Preview) return <TableView href={Preview} name={file.name} views={views} />
  if (kind === 'json' && Preview) return <JsonView href={Preview} file={file} views={views} />
  if (kind === 'text' && Preview) return <TextView href={Preview} file={file} views={views} />
  if (kind === 'plotly' && PreviewDocument) return <FigureView href={PreviewDocument} file={file} views={views} />
  if (kind === 'image' && Inline) return <ImageView href={Inline} file={file} views={views} />
  return <NoPreview file={file} />
}

/** A file that cannot be shown as what it claims to be is shown as text, with the reason; else the reason alone. */
function Failing({
  file,
  textHref,
  children,
}: {
  file: PreviewedFile
  textHref?: string | undefined
  children: ReactNode
}) {
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <CatchBoundary
          getResetKey={() => file.name}
          onCatch={() => undefined}
          errorComponent={({ error: thrown, reset: again }) => {
            const error = thrown as Error
            return isUnreadable(error) && textHref ? (
              <Failing file={file}>
                <Suspense fallback={<PreviewSkeleton kind="text" />}>
                  <TextView href={textHref} file={file} because={error.message} />
                </Suspense>
              </Failing>
            ) : isUnreadable(error) ? (
              <NoPreview file={file}>{error.message}</NoPreview>
            ) : (
              <ErrorView
                title="The preview could not be loaded"
                error={error}
                onRetry={() => {
                  reset()
                  again()
                }}
              />
            )
          }}
        >
          {children}
        </CatchBoundary>
      )}
    </QueryErrorResetBoundary>
  )
}

function isUnreadable(error: Error): boolean {
  return error instanceof ApiProblem && error.code === 'preview-failed'
}
