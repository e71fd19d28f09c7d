import type { ComparedOutputProperties } from '@millrace/contracts/executions'
import { isTerminal } from '@millrace/contracts/job-states'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ErrorView } from '#components/ui/error-view.tsx'
import { SkeletonRows } from '#components/ui/skeleton.tsx'
import { HeadCell, Row, Table, TableFrame } from '#components/ui/table.tsx'
import { fill } from '#lib/fill.ts'
import { plural } from '#lib/format.ts'
import { encodeLink } from '#lib/link-code.ts'
import { hrefOf } from '#lib/siren.ts'
import { executionQueries } from '../executions.queries.ts'
import * as texts from './texts.ts'

const OF_TWO: Partial<Record<Verdict, string>> = { Missing: texts.onlyInA, Added: texts.onlyInB }

function labelOf(verdict: Verdict, isOfTwo: boolean): string {
  return (isOfTwo && OF_TWO[verdict]) || VERDICTS[verdict].label
}

type Verdict = ComparedOutputProperties['Verdict']

const VERDICTS: Record<Verdict, { label: string; color: string }> = {
  Same: { label: texts.same, color: 'text-success' },
  Different: { label: texts.different, color: 'text-danger' },
  Missing: { label: texts.missing, color: 'text-warning' },
  Added: { label: texts.added, color: 'text-warning' },
}

interface ExecutionComparisonProps {
  jobHref: string
  href: string
  /** Whether the executions may have run different definitions, so that each may have outputs that the other lacks. */
  isOfTwo?: boolean
}

/** Shows for each output whether both executions produced the same content. */
export function ExecutionComparison({ jobHref, href, isOfTwo = false }: ExecutionComparisonProps) {
  const { data, error, refetch } = useQuery(executionQueries.comparison(jobHref, href))
  if (error)
    return <ErrorView title={texts.theComparisonCouldNotBeLoaded} error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={5} />
  const nameOf = namesOf(data.outputs.map(({ properties }) => properties))
  return (
    <>
      <p role="status" className="flex-none px-6 py-3 font-medium phone:px-4">
        {summary(data, isOfTwo)}
        {data.Different > 0 && !isOfTwo ? (
          <span className="block font-normal text-ink-3">{texts.lastDigits}</span>
        ) : null}
        {data.NotCompared > 0 ? (
          <span className="block font-normal text-ink-3">
            {fill(texts.stepsNotCompared, plural(data.NotCompared, 'workflow'))}
          </span>
        ) : null}
      </p>
      <TableFrame>
        <Table label={texts.outputsCompared} className="table-auto!">
          <thead>
            <tr>
              <HeadCell>{texts.node}</HeadCell>
              <HeadCell>{texts.output}</HeadCell>
              <HeadCell>{texts.verdict}</HeadCell>
              <HeadCell className="phone:hidden">{texts.sha256}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {data.outputs.map(({ properties: output, ...entity }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: several files of an output may have one name, and the list never changes
              <Row key={at}>
                <td
                  title={nameOf(output)}
                  className="h-9 max-w-80 truncate phone:max-w-36 phone:whitespace-normal phone:wrap-anywhere px-2.5 phone:py-1.5 pl-6 phone:pl-4"
                >
                  {nameOf(output)}
                </td>
                <td className="max-w-60 truncate phone:max-w-28 px-2.5">{output.Name || texts.returnedValue}</td>
                <td className={clsx('px-2.5 font-medium', VERDICTS[output.Verdict].color)}>
                  {labelOf(output.Verdict, isOfTwo)}
                  {output.Verdict === 'Different' ? <CompareLink output={entity} /> : null}
                </td>
                <td className="px-2.5 pr-6 font-mono text-xs text-ink-2 phone:hidden">{hashes(output)}</td>
              </Row>
            ))}
          </tbody>
        </Table>
      </TableFrame>
    </>
  )
}

function CompareLink({ output }: { output: Parameters<typeof hrefOf>[0] }) {
  const [before, now] = [hrefOf(output, 'Before'), hrefOf(output, 'Now')]
  if (!before || !now) return null
  return (
    <Link
      to="/jobs/compare"
      search={{ a: encodeLink(before), b: encodeLink(now) }}
      className="ml-2 font-medium text-accent underline"
    >
      {texts.compare}
    </Link>
  )
}

/** Outputs of a node that repeats are numbered by item, like its jobs. */
function namesOf(outputs: readonly ComparedOutputProperties[]): (output: ComparedOutputProperties) => string {
  const repeated = new Set(outputs.filter(({ Item }) => Item > 0).map(({ NodeId }) => NodeId))
  return ({ NodeId, Title, Item }) => (repeated.has(NodeId) ? `${Title} ${Item + 1}` : Title)
}

interface Counts {
  State: Parameters<typeof isTerminal>[0]
  Same: number
  Different: number
  Missing: number
  Added: number
}

function summary({ State, Same, Different, Missing, Added }: Counts, isOfTwo: boolean): string {
  if (!isTerminal(State)) return fill(texts.runningTheSameSoFarDifferent, plural(Same, 'output'), Different)
  const total = Same + Different + Missing + Added
  if (Same === total) return fill(texts.allAreTheSame, plural(total, 'output'))
  const [missing, added] = isOfTwo ? ['only in A', 'only in B'] : ['missing', 'added']
  const others = [
    ...(Missing > 0 ? [`, ${Missing} ${missing}`] : []),
    ...(Added > 0 ? [`, ${Added} ${added}`] : []),
  ].join('')
  return `${Different} of ${plural(total, 'output')} ${Different === 1 ? 'is' : 'are'} different${others}.`
}

const HASH_SHOWN = 12

function hashes({ Verdict, Sha256Before, Sha256Now }: ComparedOutputProperties): string {
  if (Sha256Before === null) return Sha256Now?.slice(0, HASH_SHOWN) ?? ''
  const before = Sha256Before.slice(0, HASH_SHOWN)
  return Verdict === 'Different' ? `${before} → ${Sha256Now?.slice(0, HASH_SHOWN)}` : before
}
