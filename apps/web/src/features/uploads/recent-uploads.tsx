import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Avatar } from '#components/ui/avatar.tsx'
import { FileTile, typeLabel } from '#components/ui/file-icon.tsx'
import { ListBody } from '#components/ui/list-body.tsx'
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx'
import { SectionHead } from '#components/ui/page-head.tsx'
import { LINE_WIDTHS, Skeleton } from '#components/ui/skeleton.tsx'
import { TagList } from '#components/ui/tag.tsx'
import { Time } from '#components/ui/time.tsx'
import { type WorkDataDocument, workDataQueries } from '#features/work-data/work-data.queries.ts'
import { formatBytes } from '#lib/format.ts'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import { StartWithFile } from './start-with-file.tsx'
import * as texts from './texts.ts'

const RECENT = workDataQueries.list({
  Pagination: { PageSize: 10 },
  SortBy: { PropertyName: 'CreatedAt', SortType: 'Descending' },
  Filter: { IsKind: 'ClientUpload' },
})

/** Loads the ten newest uploads of the active context. */
export const useRecentUploads = () => useQuery(RECENT)

/** The most recent uploads, including those of other tabs and earlier days. */
export function RecentUploads({ query }: { query: ReturnType<typeof useRecentUploads> }) {
  const files = query.data?.items ?? []
  return (
    <section aria-labelledby="recent-uploads" className="mt-5 flex min-h-0 flex-1 flex-col">
      <div className="px-6 pb-1.5 phone:px-4">
        <SectionHead id="recent-uploads" title={texts.recentUploads}>
          <Link to="/workdata/explorer" search={{ tab: 'uploaded' }}>
            {texts.allUploadedFiles}
          </Link>
        </SectionHead>
      </div>
      {query.error && files.length === 0 ? null : (
        <div
          aria-hidden="true"
          className={clsx(COLUMNS, 'h-8 flex-none border-t border-b border-line text-xs text-ink-2 max-lg:hidden')}
        >
          <span>{texts.file}</span>
          <span>{texts.tags}</span>
          <span>{texts.uploaded}</span>
          <span>{texts.by}</span>
        </div>
      )}
      {query.isPending ? (
        <UploadsSkeleton />
      ) : (
        <ListBody query={query} failed={texts.recentUploadsCouldNotBeLoaded} isEmpty={false} empty={null}>
          <ul aria-labelledby="recent-uploads" className="max-lg:border-t max-lg:border-line">
            {files.map((file) => (
              <RecentUpload key={selfHref(file)} file={file} />
            ))}
          </ul>
        </ListBody>
      )}
    </section>
  )
}

/**
 * Layout of the columns: file, tags, time, author and button. In narrow windows, only the file and the button are
 * shown.
 */
const COLUMNS =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-6 phone:px-4 xl:gap-x-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,8rem)_5.5rem_1.5rem_8rem] xl:grid-cols-[minmax(0,1fr)_minmax(0,12rem)_6rem_1.5rem_8rem]'

function UploadsSkeleton() {
  return (
    <div
      role="status"
      aria-label={texts.loading}
      className="min-h-0 overflow-hidden max-lg:border-t max-lg:border-line"
    >
      {[...Array(10).keys()].map((row) => (
        <div key={row} aria-hidden="true" className={clsx(COLUMNS, 'h-13 border-b border-line phone:h-[57px]')}>
          <span className="flex min-w-0 items-center gap-3">
            <Skeleton className="size-7 flex-none rounded-md" />
            <span className="grid flex-1 gap-2">
              <Skeleton className={clsx('h-2.5', LINE_WIDTHS[row % LINE_WIDTHS.length])} />
              <Skeleton className="h-2 w-28" />
            </span>
          </span>
          <Skeleton className="h-2.5 w-1/2 max-lg:hidden" />
          <Skeleton className="h-2.5 w-14 max-lg:hidden" />
          <Skeleton className="size-5 rounded-full! max-lg:hidden" />
          <Skeleton className="h-7 w-32 justify-self-end rounded-md phone:w-7" />
        </div>
      ))}
    </div>
  )
}

function RecentUpload({ file }: { file: WorkDataDocument }) {
  const { Name, MediaType, SizeInBytes, CreatedAt, CreatedByName, Tags } = file.properties
  return (
    <li className={clsx(COLUMNS, 'min-h-13 border-b border-line py-1.5')}>
      <div className="flex min-w-0 items-center gap-3">
        <FileTile mediaType={MediaType} />
        <div className="min-w-0 flex-1">
          <Link
            to="/workdata/explorer/$details"
            params={{ details: encodeLink(selfHref(file)) }}
            className="block min-w-0 rounded-sm font-medium hover:text-accent"
          >
            <MiddleTruncate text={Name} />
          </Link>
          <p className="truncate text-xs text-ink-3">
            {typeLabel(MediaType)}, {formatBytes(SizeInBytes)}
            <span className="lg:hidden">
              {' · '}
              <Time at={CreatedAt} />
            </span>
          </p>
        </div>
      </div>
      <span className="max-lg:hidden">
        <TagList tags={Tags} most={1} />
      </span>
      <Time at={CreatedAt} className="cell-time text-ink-2 max-lg:hidden" />
      <span className="max-lg:hidden">{CreatedByName ? <Author name={CreatedByName} /> : null}</span>
      <span className="max-lg:justify-self-end lg:-ml-2.5">
        <StartWithFile href={selfHref(file)} name={Name} mediaType={MediaType} />
      </span>
    </li>
  )
}

function Author({ name }: { name: string }) {
  return (
    <>
      <Avatar name={name} />
      <span className="sr-only">{name}</span>
    </>
  )
}
