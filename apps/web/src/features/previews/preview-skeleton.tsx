import type { previewKind } from '@millrace/contracts/media-types'
import { Skeleton } from '#components/ui/skeleton.tsx'
import * as texts from './texts.ts'

/** Placeholder for a preview that is loading: a table header with empty rows, a block, or lines of text. */
export function PreviewSkeleton({ kind }: { kind: ReturnType<typeof previewKind> }) {
  return (
    <div role="status" aria-label={texts.loadingPreview} className="min-h-0 flex-1 overflow-hidden">
      <div className="h-11 border-b border-line" />
      {kind === 'table' ? <TableSkeleton /> : kind === 'plotly' ? <FigureSkeleton /> : <TextSkeleton />}
    </div>
  )
}

function TableSkeleton() {
  return (
    <>
      <div className="grid h-[74px] grid-cols-5 items-center gap-6 border-b border-line px-6">
        {[0, 1, 2, 3, 4].map((at) => (
          <span key={at} className="grid gap-2">
            <Skeleton className="h-2.5 w-16" />
            <Skeleton className="h-4 w-24" />
          </span>
        ))}
      </div>
      {[...Array(16).keys()].map((at) => (
        <div key={at} className="grid h-7 grid-cols-5 items-center gap-6 border-b border-line px-6">
          {[0, 1, 2, 3, 4].map((cell) => (
            <Skeleton key={cell} className={(at + cell) % 3 === 0 ? 'h-2 w-14' : 'h-2 w-20'} />
          ))}
        </div>
      ))}
    </>
  )
}

/** Placeholder for a figure. It has no details, because only the file says what the figure looks like. */
export function FigureSkeleton() {
  return (
    <div aria-hidden="true" className="h-80 p-6 phone:p-4">
      <Skeleton className="h-full rounded-md" />
    </div>
  )
}

const LINE_WIDTHS = ['w-2/5', 'w-3/5', 'w-1/3', 'w-1/2', 'w-2/3', 'w-1/4']

function TextSkeleton() {
  return (
    <div className="grid gap-3 px-6 py-4">
      {[...Array(18).keys()].map((at) => (
        <Skeleton key={at} className={`h-2 ${LINE_WIDTHS[at % LINE_WIDTHS.length]}`} />
      ))}
    </div>
  )
}
