import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { InspectorSection } from '#components/ui/inspector.tsx'
import { JobLinks } from '#components/ui/job-links.tsx'
import { fill } from '#lib/fill.ts'
import { pluralTotal } from '#lib/format.ts'
import { usedBySearch } from '../used-by.ts'
import type { WorkDataDocument } from '../work-data.queries.ts'
import * as texts from './texts.ts'
import { usedInQuery } from './used-in.queries.ts'

const SHOWN = 5

/** Lists the newest jobs that used a file, and links to all of them. */
export function UsedIn({ file }: { file: WorkDataDocument }) {
  const { data } = useQuery(usedInQuery(file))
  if (!data || data.total === 0) return null
  return (
    <InspectorSection title={texts.usedIn} tools={<span className="text-ink-3">{pluralTotal(data.total, 'job')}</span>}>
      <JobLinks jobs={data.jobs.slice(0, SHOWN)} />
      {data.total > SHOWN ? (
        <Link
          to="/jobs"
          search={usedBySearch(file)}
          className="mt-1 inline-block rounded-sm text-accent hover:underline"
        >
          {fill(texts.all, pluralTotal(data.total, 'job'))}
        </Link>
      ) : null}
    </InspectorSection>
  )
}
