import { PLANS, type Plan } from '@millrace/contracts/limits'
import { fill } from '#lib/fill.ts'
import { formatBytes, formatBytesOf, formatLimit, plural } from '#lib/format.ts'
import { Meter } from './meter.tsx'
import * as texts from './texts.ts'

interface PlanFactsProps {
  plan: Plan
  /** Undefined if the server has not reported the used storage. */
  usedBytes: number | undefined
  grants?: readonly string[]
}

/** What a plan allows, and how much of its storage is used. */
export function PlanFacts({ plan, usedBytes, grants = [] }: PlanFactsProps) {
  const { storageBytes, fileBytes, runningJobs } = PLANS[plan]
  return (
    <div className="grid max-w-96 grid-cols-1 gap-1.5">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1 text-ink-2">
        <dt className="text-ink-3">{texts.storage}</dt>
        <dd>{storageText(usedBytes, storageBytes)}</dd>
        {usedBytes !== undefined && storageBytes !== null ? (
          <dd className="col-span-2">
            <Meter parts={[{ name: 'used', value: usedBytes }]} max={storageBytes} className="h-1.5!" />
          </dd>
        ) : null}
        <dt className="text-ink-3">{texts.fileSize}</dt>
        <dd>{fileBytes === null ? texts.unlimited : `Up to ${formatLimit(fileBytes)}`}</dd>
        <dt className="text-ink-3">{texts.runningJobs}</dt>
        <dd>{runningJobs === null ? texts.unlimited : fill(texts.upToRunningJobs, plural(runningJobs, 'job'))}</dd>
        {grants.length > 0 ? (
          <>
            <dt className="text-ink-3">{texts.grants}</dt>
            <dd className="grid gap-1">
              {grants.map((grant) => (
                <code key={grant} className="mono-sm leading-5 wrap-anywhere">
                  {grant}
                </code>
              ))}
            </dd>
          </>
        ) : null}
      </dl>
    </div>
  )
}

function storageText(used: number | undefined, limit: number | null): string {
  if (used === undefined) return limit === null ? texts.unlimited : formatBytes(limit)
  return limit === null ? fill(texts.usedUnlimited, formatBytes(used)) : formatBytesOf(used, limit)
}
