import { LIMITS } from '@millrace/contracts/limits'
import type { QueryResultProperties } from '@millrace/contracts/queries'
import type { WorkDataFilter, WorkDataKind } from '@millrace/contracts/work-data'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PictureOf } from '#components/results/picture.ts'
import { ResultCard } from '#components/results/result-card.tsx'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { PageError } from '#components/ui/error-view.tsx'
import { FilterBar } from '#components/ui/filter-bar.tsx'
import { folderFilters } from '#components/ui/list-filters.tsx'
import { PageHead, SectionHead } from '#components/ui/page-head.tsx'
import { jobQueries } from '#features/jobs/jobs.queries.ts'
import { workDataQueries } from '#features/work-data/work-data.queries.ts'
import { useDownloadArchive } from '#lib/download-archive.ts'
import { fill } from '#lib/fill.ts'
import { formatTotal, plural } from '#lib/format.ts'
import { folderQuery } from '#lib/list-search.ts'
import { usePage } from '#lib/page.ts'
import { selfHref } from '#lib/siren.ts'
import { RESULT_GRID, TagTile } from './group-parts.tsx'
import { GroupPending } from './group-pending.tsx'
import { GroupFile, GroupJob } from './group-rows.tsx'
import * as texts from './texts.ts'

const CARDS = 8
const ROWS = 10
const NEWEST_FIRST = { PropertyName: 'CreatedAt', SortType: 'Descending' } as const

interface GroupScreenProps {
  tag: string
  /** Limits what is shown to a folder, including its subfolders. */
  folder: string | undefined
  onFolder: (folder: string | undefined) => void
  Picture: PictureOf
}

/** Shows everything with a tag, such as the jobs, data and figures of an experiment. */
export function GroupScreen({ tag, folder, onFolder, Picture }: GroupScreenProps) {
  usePage([{ label: texts.workData, to: '/workdata/explorer' }, { label: tag }])
  const Filter = { TagsByAnd: [tag], ...(folder && { TagQueryExpression: folderQuery(folder) }) }
  const list = { SortBy: NEWEST_FIRST, Filter, IncludeRemainingTags: false }
  const filesOf = (IsKind: WorkDataKind, PageSize: number) =>
    workDataQueries.list({
      ...list,
      Filter: { ...Filter, IsKind },
      Pagination: { PageSize },
      IncludeRemainingTags: true,
    })
  const jobs = useQuery(jobQueries.list({ ...list, Pagination: { PageSize: ROWS } }))
  const uploads = useQuery(filesOf('ClientUpload', ROWS))
  const results = useQuery(filesOf('ProcessingArtefact', CARDS))
  const queries = [jobs, uploads, results]
  const error = queries.find((query) => query.error && !query.data)?.error
  if (error) {
    const retry = () => queries.forEach((query) => void query.refetch())
    return (
      <PageError level={1} title={texts.theGroupCouldNotBeLoaded} error={error} onRetry={retry}>
        <ButtonLink to={'/workdata/explorer' as '/'}>{texts.backToWorkData}</ButtonLink>
      </PageError>
    )
  }
  if (!jobs.data || !uploads.data || !results.data) return <GroupPending tag={tag} />

  const files = uploads.data.TotalEntities + results.data.TotalEntities
  const tags = [uploads.data, results.data].flatMap(({ RemainingTags }) => RemainingTags ?? [])
  const filters = folderFilters(folder, tags, onFolder)
  const isEmpty = jobs.data.TotalEntities + files === 0
  const counts = `${plural(jobs.data.TotalEntities, 'job')}, ${plural(files, 'file')}`
  return (
    <div className="pb-8">
      <PageHead
        once
        keepVerbs
        lead={<TagTile />}
        title={tag}
        facts={isEmpty ? null : counts}
        actions={files > 0 ? <DownloadAll filter={Filter} total={files} /> : null}
      />
      {filters.length > 0 ? <FilterBar filters={filters} onClearAll={() => onFolder(undefined)} /> : null}
      {isEmpty ? (
        <EmptyState
          title={folder ? texts.nothingInThisFolder : texts.noJobsOrFilesWithThisTag}
          action={<ButtonLink to={'/workdata/explorer' as '/'}>{texts.showWorkData}</ButtonLink>}
        >
          {fill(texts.whatAppearsHere, tag)}
        </EmptyState>
      ) : (
        <div className="grid grid-cols-1 gap-7 px-6 pt-2 phone:px-4">
          <Part
            id="results"
            title={texts.results}
            of={results.data}
            to="/workdata/explorer"
            search={{ TagsByAnd: [tag], folder, tab: 'results' }}
          >
            <div className={RESULT_GRID}>
              {results.data.items.map((result) => (
                <ResultCard key={selfHref(result)} data={result} Picture={Picture} />
              ))}
            </div>
          </Part>
          <Part
            id="jobs"
            title={texts.jobs}
            of={jobs.data}
            to="/jobs"
            search={{ TagsByAnd: [tag], folder, sub: 'shown' }}
          >
            <ul aria-label={texts.jobs}>
              {jobs.data.jobs.map((job) => (
                <GroupJob key={selfHref(job)} job={job} />
              ))}
            </ul>
          </Part>
          <Part
            id="uploads"
            title={texts.uploads}
            of={uploads.data}
            to="/workdata/explorer"
            search={{ TagsByAnd: [tag], folder, tab: 'uploaded' }}
          >
            <ul aria-label={texts.uploads}>
              {uploads.data.items.map((file) => (
                <GroupFile key={selfHref(file)} file={file} />
              ))}
            </ul>
          </Part>
        </div>
      )}
    </div>
  )
}

interface PartProps {
  id: string
  title: string
  of: QueryResultProperties
  /** Path of the list of all items. */
  to: string
  search: object
  children: ReactNode
}

function Part({ id, title, of, to, search, children }: PartProps) {
  if (of.TotalEntities === 0) return null
  return (
    <section aria-labelledby={id}>
      <SectionHead id={id} title={title} count={formatTotal(of.TotalEntities)}>
        <Link to={to as '/'} search={search as never}>
          {fill(texts.all, title.toLowerCase())}
        </Link>
      </SectionHead>
      {children}
    </section>
  )
}

function DownloadAll({ filter, total }: { filter: WorkDataFilter; total: number }) {
  const { mutate, isPending } = useDownloadArchive()
  const isTooMany = total > LIMITS.archiveFilesMax
  return (
    <Button
      icon={<Download />}
      working={isPending}
      disabled={isTooMany}
      title={isTooMany ? fill(texts.archiveLimit, LIMITS.archiveFilesMax.toLocaleString('en-US')) : undefined}
      onClick={() => mutate(filter)}
    >
      {texts.downloadAllAsZip}
    </Button>
  )
}
