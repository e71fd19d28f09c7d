import type { ComparedOutputProperties } from '@millrace/contracts/executions'
import { isTerminal } from '@millrace/contracts/job-states'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ErrorView } from '#components/ui/error-view.tsx'
import { SkeletonRows } from '#components/ui/skeleton.tsx'
import { HeadCell, Row, Table, TableFrame } from '#components/ui/table.tsx'
import { plural } from '#lib/format.ts'
import { executionQueries } from '../executions.queries.ts'

type Verdict = ComparedOutputProperties['Verdict']

const VERDICTS: Record<Verdict, { label: string; color: string }> = {
  Same: { label: 'Same', color: 'text-success' },
  Different: { label: 'Different', color: 'text-danger' },
  Missing: { label: 'Missing', color: 'text-warning' },
}

/** For each output, whether the second run gave the same. */
export function ExecutionComparison({ jobHref, href }: { jobHref: string; href: string }) {
  const { data, error, refetch } = useQuery(executionQueries.comparison(jobHref, href))
  if (error)
    return <ErrorView title="The comparison could not be loaded" error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={5} />
  return (
    <>
      <p role="status" className="flex-none px-6 py-3 font-medium phone:px-4">
        {summary(data)}
      </p>
      <TableFrame>
        <Table label="Outputs compared" className="table-auto!">
          <thead>
            <tr>
              <HeadCell>Node</HeadCell>
              <HeadCell>Output</HeadCell>
              <HeadCell>Verdict</HeadCell>
              <HeadCell>SHA-256</HeadCell>
            </tr>
          </thead>
          <tbody>
            {data.outputs.map(({ properties: output }) => (
              <Row key={`${output.NodeId} ${output.Item} ${output.Output} ${output.Name}`}>
                <td className="h-9 max-w-60 truncate px-2.5 pl-6 phone:pl-4">{output.Title}</td>
                <td className="max-w-60 truncate px-2.5">{output.Name || 'Returned value'}</td>
                <td className={clsx('px-2.5 font-medium', VERDICTS[output.Verdict].color)}>
                  {VERDICTS[output.Verdict].label}
                </td>
                <td className="px-2.5 pr-6 font-mono text-xs text-ink-2">{hashes(output)}</td>
              </Row>
            ))}
          </tbody>
        </Table>
      </TableFrame>
    </>
  )
}

interface Counts {
  State: Parameters<typeof isTerminal>[0]
  Same: number
  Different: number
  Missing: number
}

function summary({ State, Same, Different, Missing }: Counts): string {
  if (!isTerminal(State)) return `Running: ${plural(Same, 'output')} the same so far, ${Different} different.`
  const total = Same + Different + Missing
  if (Same === total) return `All ${plural(total, 'output')} are the same.`
  const missing = Missing > 0 ? `, ${Missing} missing` : ''
  return `${Different} of ${plural(total, 'output')} ${Different === 1 ? 'is' : 'are'} different${missing}.`
}

const HASH_SHOWN = 12

function hashes({ Verdict, Sha256Before, Sha256Now }: ComparedOutputProperties): string {
  if (Sha256Before === null) return ''
  const before = Sha256Before.slice(0, HASH_SHOWN)
  return Verdict === 'Different' ? `${before} → ${Sha256Now?.slice(0, HASH_SHOWN)}` : before
}
