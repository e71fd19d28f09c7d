import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Facts, InspectorSection } from '#components/ui/inspector.tsx'
import { pageOf } from '#components/ui/list-columns.ts'
import { PeekPanel } from '#components/ui/peek-panel.tsx'
import { StateBadge } from '#components/ui/state-badge.tsx'
import { Time } from '#components/ui/time.tsx'
import { formatTook } from '#lib/format.ts'
import { filesIn, inputSlots, outputSlots, type SlotDocument, slotTitle, workedMs } from '#lib/job-facts.ts'
import type { JobPath } from '#lib/job-path.ts'
import { MarkedText } from '#lib/marked-text.tsx'
import { hrefOf, selfHref } from '#lib/siren.ts'
import { useValue, type Value } from '#lib/value.ts'
import { FileLink } from '../components/links.tsx'
import { JobClock } from '../detail/job-status.tsx'
import type { JobDocument } from '../jobs.queries.ts'
import { jobLogQueries } from '../log/job-log.queries.ts'
import * as texts from './texts.ts'

const LAST_LINES = 8

interface JobPeekProps {
  jobs: readonly JobDocument[]
  page: JobPath
  cursor: Value<string | undefined>
  onClose: () => void
}

/** A panel beside the list that shows the job under the cursor. */
export function JobPeek({ jobs, page, cursor, onClose }: JobPeekProps) {
  const active = useValue(cursor)
  const job = jobs.find((candidate) => selfHref(candidate) === active)
  return job ? <Peek job={job} page={page} onClose={onClose} /> : null
}

function Peek({ job, page, onClose }: { job: JobDocument; page: JobPath; onClose: () => void }) {
  const { Name, State, ErrorDescription, CreatedAt, CompletedAt, CreatedByName } = job.properties
  const worked = CompletedAt ? workedMs(job.properties, new Date(CompletedAt)) : undefined
  const linesHref = hrefOf(job, 'LogLines')
  return (
    <PeekPanel name={Name} head={<StateBadge state={State} />} onClose={onClose}>
      <InspectorSection>
        <Link
          {...pageOf(page, selfHref(job))}
          className="mt-1 block text-lg font-semibold wrap-anywhere hover:underline"
        >
          {Name}
        </Link>
        {ErrorDescription ? (
          <p className="mt-1 line-clamp-6 text-danger wrap-anywhere">
            <MarkedText text={ErrorDescription} />
          </p>
        ) : null}
      </InspectorSection>
      <InspectorSection>
        {State === 'Processing' ? <JobClock job={job} /> : null}
        <div className="mt-2">
          <Facts
            facts={[
              ['Created', <Time key="at" at={CreatedAt} />],
              ['By', CreatedByName ?? '–'],
              ...(worked !== undefined ? [[texts.duration, formatTook(worked)] as [string, string]] : []),
            ]}
          />
        </div>
      </InspectorSection>
      <Slots title={texts.inputs} slots={inputSlots(job)} />
      <Slots title={texts.outputs} slots={outputSlots(job)} />
      {linesHref ? <LastLines jobHref={selfHref(job)} linesHref={linesHref} /> : null}
    </PeekPanel>
  )
}

function Slots({ title, slots }: { title: string; slots: readonly SlotDocument[] }) {
  const filled = slots.flatMap((slot) => filesIn(slot).map((file) => ({ slot, file })))
  if (filled.length === 0) return null
  return (
    <InspectorSection title={title}>
      <ul className="grid gap-1">
        {filled.map(({ slot, file }) => (
          <li key={`${slot.properties.Name} ${selfHref(file)}`} className="min-w-0">
            <span className="block truncate text-xs text-ink-3">{slotTitle(slot)}</span>
            <FileLink file={file} />
          </li>
        ))}
      </ul>
    </InspectorSection>
  )
}

function LastLines({ jobHref, linesHref }: { jobHref: string; linesHref: string }) {
  const { data: tail } = useQuery(jobLogQueries.tail(jobHref, linesHref))
  if (!tail || tail.lines.length === 0) return null
  return (
    <InspectorSection title={texts.log}>
      <pre className="mono-sm max-h-44 overflow-hidden rounded-md bg-sunken p-2 leading-5 text-left whitespace-pre-wrap wrap-anywhere [unicode-bidi:plaintext]">
        {tail.lines
          .slice(-LAST_LINES)
          .map((line) => line.Text)
          .join('\n')}
      </pre>
    </InspectorSection>
  )
}
