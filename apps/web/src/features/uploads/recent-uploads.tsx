import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileTile, typeWord } from '#components/ui/file-icon.tsx'
import { ListBody } from '#components/ui/list-body.tsx'
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx'
import { SectionHead } from '#components/ui/page-head.tsx'
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

export const useRecentUploads = () => useQuery(RECENT)

/** What was uploaded last, also in other tabs and on earlier days. */
export function RecentUploads({ query }: { query: ReturnType<typeof useRecentUploads> }) {
  const files = query.data?.items ?? []
  return (
    <section aria-labelledby="recent-uploads" className="mt-5 flex min-h-0 flex-1 flex-col">
      <div className="px-6 pb-1.5 phone:px-4">
        <SectionHead id="recent-uploads" title={texts.recentUploads}>
          <Link to="/workdata/explorer" search={{ tab: 'uploaded' }} className="rounded-sm text-accent hover:underline">
            {texts.allUploadedFiles}
          </Link>
        </SectionHead>
      </div>
      <ListBody query={query} failed={texts.recentUploadsCouldNotBeLoaded} isEmpty={false} tiles empty={null}>
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
  const { Name, MediaType, SizeInBytes, CreatedAt, Tags } = file.properties
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
      <span className="flex-none max-lg:hidden">
        <TagList tags={Tags} />
      </span>
      <StartWithFile isSmall href={selfHref(file)} name={Name} mediaType={MediaType} />
    </li>
  )
}
