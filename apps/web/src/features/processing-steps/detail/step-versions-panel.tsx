import { Link } from '@tanstack/react-router'
import { Button } from '#components/ui/button.tsx'
import { Cell, HeadCell, Row, Table, TableFrame } from '#components/ui/table.tsx'
import { Time } from '#components/ui/time.tsx'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import { changeSummary, parameterRows } from '../parameter-table.ts'
import type { StepDocument } from '../processing-steps.queries.ts'
import * as texts from './texts.ts'

interface StepVersionsPanelProps {
  step: StepDocument
  versions: readonly StepDocument[]
  onCompare: (version: string) => void
}

/** Lists all versions, newest first, with the number of parameters that each version changed. */
export function StepVersionsPanel({ step, versions, onCompare }: StepVersionsPanelProps) {
  return (
    <TableFrame role="region" aria-label={texts.versions} tabIndex={0} className="border-t-0">
      <Table label={texts.versions}>
        <colgroup>
          <col className="w-44" />
          <col />
          <col className="w-36" />
          <col className="w-36" />
        </colgroup>
        <thead>
          <tr>
            <HeadCell>{texts.version}</HeadCell>
            <HeadCell>{texts.parameterChanges}</HeadCell>
            <HeadCell>{texts.registered}</HeadCell>
            <HeadCell right>
              <span className="sr-only">{texts.compare}</span>
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
                  {index === 0 ? <span className="ml-2 text-xs text-ink-3">{texts.latest}</span> : null}
                  {IsDeprecated ? <span className="ml-2 text-xs text-warning">{texts.deprecated}</span> : null}
                  {Hidden ? <span className="ml-2 text-xs text-ink-3">{texts.hidden}</span> : null}
                </Cell>
                <Cell className="text-ink-2">{before ? differences(version, before) : texts.firstVersion}</Cell>
                <Cell className="text-ink-2">
                  <Time at={CreatedAt} />
                </Cell>
                <Cell right>
                  {isThis ? (
                    <span className="text-xs text-ink-3">{texts.viewing}</span>
                  ) : (
                    <Button size="sm" variant="quiet" onClick={() => onCompare(Version)}>
                      {texts.compare}
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
  return changeSummary(parameterRows(version, before)) ?? texts.noChanges
}
