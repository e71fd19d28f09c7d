import { Link } from '@tanstack/react-router'
import { Button } from '#components/ui/button.tsx'
import { Cell, HeadCell, Row, Table, TableFrame } from '#components/ui/table.tsx'
import { Time } from '#components/ui/time.tsx'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import { changeWords, parameterRows } from '../parameter-table.ts'
import type { StepDocument } from '../processing-steps.queries.ts'

interface StepVersionsPanelProps {
  step: StepDocument
  versions: readonly StepDocument[]
  onCompare: (version: string) => void
}

/** All versions, newest first, with what differs in the parameters from the one before. */
export function StepVersionsPanel({ step, versions, onCompare }: StepVersionsPanelProps) {
  return (
    <TableFrame role="region" aria-label="Versions" tabIndex={0} className="border-t-0">
      <Table label="Versions">
        <colgroup>
          <col className="w-44" />
          <col />
          <col className="w-36" />
          <col className="w-36" />
        </colgroup>
        <thead>
          <tr>
            <HeadCell>Version</HeadCell>
            <HeadCell>Parameter changes</HeadCell>
            <HeadCell>Registered</HeadCell>
            <HeadCell right>
              <span className="sr-only">Compare</span>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {versions.map((version, index) => {
            const before = versions[index + 1]
            const isThis = selfHref(version) === selfHref(step)
            const { Version, IsDeprecated, Hidden, CreatedAt } = version.properties
            return (
              <Row key={selfHref(version)} selected={isThis}>
                <Cell>
                  <Link
                    to="/processing-steps/$details"
                    params={{ details: encodeLink(selfHref(version)) }}
                    search={{ tab: 'versions' }}
                    className="font-mono text-xs font-medium hover:underline"
                  >
                    {Version}
                  </Link>
                  {index === 0 ? <span className="ml-2 text-xs text-ink-3">latest</span> : null}
                  {IsDeprecated ? <span className="ml-2 text-xs text-warning">deprecated</span> : null}
                  {Hidden ? <span className="ml-2 text-xs text-ink-3">hidden</span> : null}
                </Cell>
                <Cell className="text-ink-2">{before ? differences(version, before) : 'First version'}</Cell>
                <Cell className="text-ink-2">
                  <Time at={CreatedAt} />
                </Cell>
                <Cell right>
                  {isThis ? (
                    <span className="text-xs text-ink-3">Viewing</span>
                  ) : (
                    <Button size="sm" variant="quiet" onClick={() => onCompare(Version)}>
                      Compare
                    </Button>
                  )}
                </Cell>
              </Row>
            )
          })}
        </tbody>
      </Table>
    </TableFrame>
  )
}

function differences(version: StepDocument, before: StepDocument): string {
  return changeWords(parameterRows(version, before)) ?? 'No changes'
}
