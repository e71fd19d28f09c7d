import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CloudUpload } from 'lucide-react'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { FileTile, typeWord } from '#components/ui/file-icon.tsx'
import { ListBody } from '#components/ui/list-body.tsx'
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx'
import { SectionHead } from '#components/ui/page-head.tsx'
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

/** What was uploaded last, also in other tabs and on earlier days. */
export function RecentUploads() {
  const query = useQuery(RECENT)
  const files = query.data?.items ?? []
  const isEmpty = query.data !== undefined && files.length === 0
  return (
    <section aria-labelledby="recent-uploads" className="mt-5 flex min-h-0 flex-1 flex-col">
      <div className={isEmpty ? 'sr-only' : 'px-6 pb-1.5 phone:px-4'}>
        <SectionHead id="recent-uploads" title={texts.recentUploads}>
          {isEmpty ? null : (
            <Link to="/workdata/explorer" search={{ tab: 'uploaded' }} className="rounded-sm hover:text-ink">
              {texts.allUploadedFiles}
            </Link>
          )}
        </SectionHead>
      </div>
      <ListBody
        query={query}
        failed={texts.recentUploadsCouldNotBeLoaded}
        isEmpty={isEmpty}
        empty={
          <EmptyState icon={CloudUpload} title={texts.noUploadsYet}>
            {texts.noUploadsHelp}
          </EmptyState>
        }
      >
        <ul aria-labelledby="recent-uploads" className="border-t border-line">
          {files.map((file) => (
            <RecentUpload key={selfHref(file)} file={file} />
          ))}
        </ul>
      </ListBody>
    </section>
  )
}

function RecentUpload({ file }: { file: WorkDataDocument }) {
  const { Name, MediaType, SizeInBytes, CreatedAt } = file.properties
  return (
    <li className="flex min-h-13 items-center gap-3 border-b border-line px-6 py-1.5 phone:px-4">
      <FileTile mediaType={MediaType} />
      <div className="min-w-0 flex-1">
        <Link
          to="/workdata/explorer/$details"
          params={{ details: encodeLink(selfHref(file)) }}
          className="block rounded-sm font-medium hover:text-accent"
        >
          <MiddleTruncate text={Name} />
        </Link>
        <p className="truncate text-xs text-ink-3">
          {typeWord(MediaType)}, {formatBytes(SizeInBytes)} · <Time at={CreatedAt} />
        </p>
      </div>
      <StartWithFile href={selfHref(file)} name={Name} mediaType={MediaType} />
    </li>
  )
}
