import type { DataSlotSpecification, StepUse } from '@millrace/contracts/processing-steps'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Archive, ChevronRight } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { type Column, type ListLayout, shownColumns } from '#components/ui/list-columns.ts'
import { TakesAndMakes } from '#components/ui/slot-kinds.tsx'
import { slotTypesLabel } from '#components/ui/slot-types.ts'
import { StepIcon } from '#components/ui/step-icon.tsx'
import { TagList } from '#components/ui/tag.tsx'
import { Time } from '#components/ui/time.tsx'
import { fill } from '#lib/fill.ts'
import { formatPercent, formatTook } from '#lib/format.ts'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import type { StepFamily } from '#lib/step-versions.ts'
import { useStartJob } from '#lib/use-start-job.ts'
import type { StepDocument } from '../processing-steps.queries.ts'
import { sharedTags } from '../step-matching.ts'
import { successRate, UsageBars } from '../step-usage.tsx'
import * as texts from './texts.ts'

/** A row: the newest version of a step, or an older version below the newest. */
export interface StepLine {
  step: StepDocument
  family: StepFamily
  isUnfolded: boolean
}

interface Options {
  /** The ids of the visible columns, separated by dots. Undefined for the default columns. */
  chosen: string | undefined
  /** Tags that all steps have. These tags are not shown. */
  sharedTags: readonly string[]
  /** Whether some step has tags that not all steps have. */
  showsTags: boolean
  hasOlder: boolean
  /** The most jobs that a step had on one day. */
  mostJobs: number
  onUnfold: (family: StepFamily) => void
  onTag: (tag: string) => void
}

/** Returns the newest version of each step, followed by the older versions if the step is expanded. */
export function linesOf(families: readonly StepFamily[], unfolded: ReadonlySet<string>): StepLine[] {
  return families.flatMap((family) => {
    const isUnfolded = unfolded.has(selfHref(family.newest))
    const steps = isUnfolded ? [family.newest, ...family.older] : [family.newest]
    return steps.map((step) => ({ step, family, isUnfolded }))
  })
}

const isOlder = ({ step, family }: StepLine) => step !== family.newest

export function stepListLayout({ chosen, ...options }: Options): ListLayout<StepLine> {
  return {
    columns: shownColumns(stepColumns(options), chosen),
    keyOf: ({ step }) => selfHref(step),
    nameOf: ({ step }) => step.properties.Title,
    page: '/processing-steps/$details',
    phone: () => null,
    verbs: (line) => <UseButton line={line} />,
    rowClass: (line) => (isOlder(line) ? undefined : '*:h-(--step-row)'),
  }
}

/**
 * Returns the columns of the list of steps. The columns for older versions and tags are left out if no step needs them.
 */
export function stepColumns({
  sharedTags,
  showsTags,
  hasOlder,
  mostJobs,
  onUnfold,
  onTag,
}: Omit<Options, 'chosen'>): Column<StepLine>[] {
  return [
    ...(hasOlder ? [versionColumn(onUnfold)] : []),
    {
      id: 'title',
      head: texts.title,
      skeleton: 'tile-lines',
      required: true,
      sort: { by: 'Title' },
      values: ({ step: { properties } }) => ({
        Title: properties.Title,
        Description: properties.ShortDescription,
        Deprecated: properties.IsDeprecated ? 'yes' : 'no',
      }),
      cell: (line) => (isOlder(line) ? <OlderTitle line={line} /> : <Title step={line.step} />),
    },
    {
      id: 'function',
      head: texts.functionLabel,
      skeleton: 'lines',
      width: 'w-40',
      className: 'max-xl:hidden',
      cell: (line) => <FunctionName line={line} />,
      values: ({ step: { properties } }) => ({
        Function: properties.FunctionName,
        Version: properties.Version,
        Owner: properties.OwnerName,
      }),
    },
    {
      id: 'slots',
      head: texts.inputOutput,
      width: 'w-54',
      cell: (line) =>
        isOlder(line) ? null : (
          <TakesAndMakes
            inputs={line.step.properties.InputDataSlotSpecification ?? []}
            outputs={line.step.properties.OutputDataSlotSpecification ?? []}
          />
        ),
      values: ({ step: { properties } }) => ({
        Input: typesOf(properties.InputDataSlotSpecification),
        Output: typesOf(properties.OutputDataSlotSpecification),
      }),
    },
    ...(showsTags ? [tagColumn(sharedTags, onTag)] : []),
    {
      id: 'changed',
      head: texts.changed,
      width: 'w-32',
      className: 'text-ink-2 max-[1599px]:hidden',
      right: true,
      sort: { by: 'LastModifiedAt', first: 'Descending' },
      cell: ({ step }) => <Time at={step.properties.LastModifiedAt} />,
      values: ({ step }) => ({ Changed: step.properties.LastModifiedAt }),
    },
    {
      id: 'use',
      head: texts.used14Days,
      width: 'w-33',
      right: true,
      className: 'max-xl:hidden',
      cell: ({ step: { properties } }) =>
        properties.Use?.Jobs ? <UsageBars use={properties.Use} most={mostJobs} /> : <None />,
      values: ({ step }) => ({ 'Jobs in 14 days': step.properties.Use?.Jobs }),
    },
    {
      id: 'outcome',
      head: texts.successRate,
      width: 'w-26',
      className: 'max-xl:hidden',
      right: true,
      cell: ({ step: { properties } }) => <SuccessRate use={properties.Use} />,
      values: ({ step: { properties } }) => ({
        Completed: properties.Use?.Completed,
        Failed: properties.Use?.Failed,
      }),
    },
    {
      id: 'median',
      head: texts.medianTime,
      width: 'w-26',
      right: true,
      cell: ({ step: { properties } }) =>
        typeof properties.Use?.MedianSeconds === 'number' ? formatTook(properties.Use.MedianSeconds * 1000) : <None />,
      values: ({ step }) => ({ 'Median in s': step.properties.Use?.MedianSeconds }),
    },
  ]
}

/** Success rates below this are highlighted. */
const GOOD_FROM = 0.9

function SuccessRate({ use }: { use: StepUse | undefined }) {
  const share = successRate(use)
  if (share === undefined) return <None />
  return <span className={clsx(share < GOOD_FROM && 'font-medium text-warning')}>{formatPercent(share)}</span>
}

function None() {
  return <span className="text-ink-3">–</span>
}

function versionColumn(onUnfold: Options['onUnfold']): Column<StepLine> {
  return {
    id: 'versions',
    required: true,
    head: <span className="sr-only">{texts.olderVersions}</span>,
    width: 'w-14',
    cell: (line) => <Chevron line={line} onUnfold={onUnfold} />,
  }
}

function typesOf(slots: readonly DataSlotSpecification[] | null | undefined): string {
  return (slots ?? []).map(({ MediaType }) => slotTypesLabel(MediaType)).join('; ')
}

function tagColumn(sharedTags: Options['sharedTags'], onTag: Options['onTag']): Column<StepLine> {
  return {
    id: 'tags',
    head: texts.tags,
    width: 'w-28',
    className: 'max-xl:hidden',
    cell: (line) => (isOlder(line) ? null : <TagList tags={ownTags(line.step, sharedTags)} onTag={onTag} />),
    values: ({ step }) => ({ Tags: step.properties.Tags.join('; ') }),
  }
}

/** Returns the tags that all steps have, and whether some step has others. */
export function listedTags(families: readonly StepFamily[]): { shared: string[]; showsTags: boolean } {
  const shared = sharedTags(families)
  return { shared, showsTags: families.some(({ newest }) => ownTags(newest, shared).length > 0) }
}

function ownTags({ properties }: StepDocument, sharedTags: readonly string[]): string[] {
  return properties.Tags.filter((tag) => !sharedTags.includes(tag))
}

function Chevron({ line, onUnfold }: { line: StepLine; onUnfold: Options['onUnfold'] }) {
  if (isOlder(line) || line.family.older.length === 0) return null
  return (
    <button
      type="button"
      aria-expanded={line.isUnfolded}
      aria-label={fill(texts.olderVersionsOf, line.step.properties.Title)}
      onClick={() => onUnfold(line.family)}
      className="grid size-7 place-items-center rounded-md text-ink-3 hover:bg-selected hover:text-ink"
    >
      <ChevronRight className={clsx('icon-sm', line.isUnfolded && 'rotate-90')} />
    </button>
  )
}

function Title({ step }: { step: StepDocument }) {
  const { Title: title, ShortDescription, Hidden, IsDeprecated } = step.properties
  return (
    <span className={clsx('flex items-center gap-3', IsDeprecated && 'text-ink-2')}>
      <StepIcon step={step.properties} />
      <span className="min-w-0">
        <Link
          to="/processing-steps/$details"
          params={{ details: encodeLink(selfHref(step)) }}
          className="font-medium hover:underline"
          title={title}
        >
          {title}
        </Link>
        {Hidden ? <span className="ml-2 text-xs text-ink-3">{texts.hidden}</span> : null}
        {IsDeprecated ? <span className="ml-2 text-xs text-warning">{texts.deprecated}</span> : null}
        <span
          className="line-clamp-2 text-xs leading-4 text-pretty whitespace-normal text-ink-2"
          title={ShortDescription ?? ''}
        >
          {ShortDescription}
        </span>
      </span>
    </span>
  )
}

function OlderTitle({ line: { step, family } }: { line: StepLine }) {
  const { IsDeprecated, ReasonForDeprecation, Title: title } = step.properties
  return (
    <Link
      to="/processing-steps/$details"
      params={{ details: encodeLink(selfHref(step)) }}
      className="text-xs text-ink-2 hover:underline"
    >
      {IsDeprecated ? (
        <span className="flex items-center gap-2">
          <Archive className="icon-sm text-ink-3" />
          {ReasonForDeprecation ?? fill(texts.deprecatedReplacedBy, family.newest.properties.Version)}
        </span>
      ) : (
        fill(texts.olderVersion, title)
      )}
    </Link>
  )
}

function FunctionName({ line }: { line: StepLine }) {
  const { FunctionName: name, Version, OwnerName } = line.step.properties
  if (isOlder(line)) return <span className="mono-sm text-ink-2">{Version}</span>
  return (
    <>
      <span className="mono-sm block truncate" title={name}>
        {name}
      </span>
      <span className="flex gap-1.5 text-xs text-ink-3" title={OwnerName}>
        <span className="mono-sm flex-none">{Version}</span>
        <span className="truncate">{OwnerName ? fill(texts.byOwner, OwnerName) : null}</span>
      </span>
    </>
  )
}

function UseButton({ line }: { line: StepLine }) {
  const startJob = useStartJob()
  return (
    <Button size="sm" onClick={() => startJob({ step: selfHref(line.step) })}>
      {isOlder(line) ? texts.useThisVersion : texts.useThisStep}
    </Button>
  )
}
