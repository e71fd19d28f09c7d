import { Link, useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Archive, ChevronRight } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Cell, Row, RowActions } from '#components/ui/table.tsx'
import { TagList } from '#components/ui/tag.tsx'
import { Time } from '#components/ui/time.tsx'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import { useStartJob } from '#lib/use-start-job.ts'
import type { StepDocument } from '../processing-steps.queries.ts'
import { TakesAndMakes } from '../slot-kinds.tsx'
import type { StepFamily } from '../versions.ts'

interface StepRowProps {
  family: StepFamily
  index: number
  active: boolean
  unfolded: boolean
  onUnfold: () => void
  onTag: (tag: string) => void
}

/** The newest version of a step. Pressing anywhere but on a control opens it. */
export function StepRow({ family: { newest, older }, index, active, unfolded, onUnfold, onTag }: StepRowProps) {
  const open = useOpen(newest)
  const startJob = useStartJob()
  const { Title, ShortDescription, FunctionName, Version, OwnerName } = newest.properties
  const { Tags, LastModifiedAt, Hidden, IsDeprecated } = newest.properties
  return (
    <Row aria-rowindex={index + 2} active={active} onClick={open} className="cursor-pointer">
      <Cell className="h-[50px]!">
        {older.length > 0 ? (
          <button
            type="button"
            aria-expanded={unfolded}
            aria-label={`Older versions of ${Title}`}
            onClick={onUnfold}
            className="grid size-7 place-items-center rounded-md text-ink-3 hover:bg-selected hover:text-ink"
          >
            <ChevronRight aria-hidden="true" className={clsx('icon-sm', unfolded && 'rotate-90')} />
          </button>
        ) : null}
      </Cell>
      <Cell className={clsx(IsDeprecated && 'text-ink-2')}>
        <Link
          to="/processing-steps/$details"
          params={{ details: encodeLink(selfHref(newest)) }}
          className="font-medium hover:underline"
          title={Title}
        >
          {Title}
        </Link>
        {Hidden ? <span className="ml-2 text-xs text-ink-3">hidden</span> : null}
        {IsDeprecated ? <span className="ml-2 text-xs text-warning">deprecated</span> : null}
        <span className="block truncate text-xs text-ink-2" title={ShortDescription ?? ''}>
          {ShortDescription}
        </span>
      </Cell>
      <Cell>
        <span className="mono-sm block truncate" title={FunctionName}>
          {FunctionName}
        </span>
        <span className="block truncate text-xs text-ink-3" title={OwnerName}>
          <span className="mono-sm">{Version}</span> · {OwnerName}
        </span>
      </Cell>
      <Cell>
        <TakesAndMakes
          inputs={newest.properties.InputDataSlotSpecification ?? []}
          outputs={newest.properties.OutputDataSlotSpecification ?? []}
        />
      </Cell>
      <Cell className="max-xl:hidden">
        <TagList tags={Tags} onTag={onTag} />
      </Cell>
      <Cell right className="text-ink-2">
        <Time at={LastModifiedAt} />
        <RowActions>
          <Button size="sm" onClick={() => startJob({ step: selfHref(newest) })}>
            Use this step
          </Button>
        </RowActions>
      </Cell>
    </Row>
  )
}

/** An older version, folded out below the newest. */
export function OlderRow({ step, newest, index }: { step: StepDocument; newest: StepDocument; index: number }) {
  const open = useOpen(step)
  const startJob = useStartJob()
  const { Version, IsDeprecated, ReasonForDeprecation, LastModifiedAt, Title } = step.properties
  return (
    <Row aria-rowindex={index + 2} onClick={open} className="cursor-pointer">
      <Cell />
      <Cell className="text-xs text-ink-2">
        <Link
          to="/processing-steps/$details"
          params={{ details: encodeLink(selfHref(step)) }}
          className="hover:underline"
        >
          {IsDeprecated ? (
            <span className="flex items-center gap-2">
              <Archive aria-hidden="true" className="icon-sm text-ink-3" />
              {ReasonForDeprecation ?? `Deprecated, replaced by ${newest.properties.Version}`}
            </span>
          ) : (
            `${Title}, older version`
          )}
        </Link>
      </Cell>
      <Cell>
        <span className="mono-sm text-ink-2">{Version}</span>
      </Cell>
      <Cell />
      <Cell className="max-xl:hidden" />
      <Cell right className="text-ink-2">
        <Time at={LastModifiedAt} />
        <RowActions>
          <Button size="sm" onClick={() => startJob({ step: selfHref(step) })}>
            Use this version
          </Button>
        </RowActions>
      </Cell>
    </Row>
  )
}

function useOpen(step: StepDocument) {
  const navigate = useNavigate()
  return (event: MouseEvent) => {
    if ((event.target as Element).closest('a, button')) return
    void navigate({ to: '/processing-steps/$details', params: { details: encodeLink(selfHref(step)) } })
  }
}
