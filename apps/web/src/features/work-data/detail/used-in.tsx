import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { InspectorSection } from '#components/ui/inspector.tsx'
import { StateIcon } from '#components/ui/state-icon.tsx'
import { Time } from '#components/ui/time.tsx'
import { fill } from '#lib/fill.ts'
import { pluralTotal } from '#lib/format.ts'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import type { WorkDataDocument } from '../work-data.queries.ts'
import * as texts from './texts.ts'
import { usedInQuery } from './used-in.queries.ts'

const SHOWN = 5

/** The newest jobs that used a file, and a way to all of them. */
export function UsedIn({ file }: { file: WorkDataDocument }) {
  const { data } = useQuery(usedInQuery(file))
  if (!data || data.total === 0) return null
  return (
    <InspectorSection title={texts.usedIn} tools={<span className="text-ink-3">{pluralTotal(data.total, 'job')}</span>}>
      <ul>
        {data.jobs.slice(0, SHOWN).map((job) => (
          <li key={selfHref(job)}>
            <Link
              to="/jobs/$details"
              params={{ details: encodeLink(selfHref(job)) }}
              className="-mx-1.5 flex h-[30px] items-center gap-2 rounded-md px-1.5 hover:bg-hover touch:h-11"
            >
              <StateIcon state={job.properties.State} />
              <span dir="auto" className="min-w-0 flex-1 truncate text-left">
                {job.properties.Name}
              </span>
              <Time at={job.properties.CreatedAt} className="text-xs text-ink-3" />
            </Link>
          </li>
        ))}
      </ul>
      {data.total > SHOWN ? (
        <Link
          to="/jobs"
          search={{ data: encodeLink(selfHref(file)) }}
          className="mt-1 inline-block rounded-sm text-accent hover:underline"
        >
          {fill(texts.all, pluralTotal(data.total, 'job'))}
        </Link>
      ) : null}
    </InspectorSection>
  )
}
