import { Link, useNavigate } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { Avatar } from '#components/ui/avatar.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { FlowTriplet } from '#components/ui/flow-triplet.tsx'
import { StateBadge } from '#components/ui/state-badge.tsx'
import { Cell, Row, RowActions } from '#components/ui/table.tsx'
import { TagList } from '#components/ui/tag.tsx'
import { Time } from '#components/ui/time.tsx'
import { causeOf, flowOf } from '#lib/job-facts.ts'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import { JobRowVerbs } from '../components/job-verbs.tsx'
import type { JobDocument } from '../jobs.queries.ts'
import { JobDuration } from './job-duration.tsx'

interface JobRowProps {
  job: JobDocument
  index: number
  now: Date
  showsCompleted: boolean
  selected: boolean
  active: boolean
  onToggle: (range: boolean) => void
  onTag: (tag: string) => void
}

/** One job in one line. Pressing anywhere but on a control opens it. */
export function JobRow({ job, index, now, showsCompleted, selected, active, onToggle, onTag }: JobRowProps) {
  const navigate = useNavigate()
  const details = encodeLink(selfHref(job))
  const { Name, State, Tags, CreatedAt, CompletedAt, CreatedByName } = job.properties

  function open(event: MouseEvent) {
    if ((event.target as Element).closest('a, button, input, label, [role=menu]')) return
    void navigate({ to: '/jobs/$details', params: { details } })
  }

  return (
    <Row aria-rowindex={index + 2} selected={selected} active={active} onClick={open} className="cursor-pointer">
      <Cell>
        <Checkbox
          aria-label={`Select ${Name}`}
          className="block"
          checked={selected}
          onChange={(event) => onToggle((event.nativeEvent as unknown as MouseEvent).shiftKey)}
        />
      </Cell>
      <Cell title={causeOf(job.properties)}>
        <StateBadge state={State} className="align-middle" />
      </Cell>
      <Cell>
        <span className="flex min-w-0 items-center gap-2">
          <Link
            to="/jobs/$details"
            params={{ details }}
            dir="auto"
            className="truncate text-left font-medium hover:underline"
            title={Name}
          >
            {Name}
          </Link>
          <span className="min-w-0 shrink-100 overflow-hidden">
            <TagList tags={Tags} most={1} onTag={onTag} />
          </span>
        </span>
      </Cell>
      <Cell>
        <FlowTriplet {...flowOf(job)} />
      </Cell>
      <Cell className="text-ink-2">
        <Time at={CreatedAt} />
      </Cell>
      {showsCompleted ? <Cell className="text-ink-2">{CompletedAt ? <Time at={CompletedAt} /> : null}</Cell> : null}
      <Cell right>
        <JobDuration job={job} now={now} />
      </Cell>
      <Cell right>
        {CreatedByName ? (
          <>
            <Avatar name={CreatedByName} />
            <span className="sr-only">{CreatedByName}</span>
          </>
        ) : null}
        <RowActions>
          <JobRowVerbs job={job} />
        </RowActions>
      </Cell>
    </Row>
  )
}
