import { useQuery } from '@tanstack/react-query'
import { Play, RotateCw } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { Race } from '#components/ui/race.tsx'
import { processingStepQueries, type StepDocument } from '#features/processing-steps/processing-steps.queries.ts'
import { fill } from '#lib/fill.ts'
import { formatBytes, formatCount, formatDuration, plural } from '#lib/format.ts'
import { bytesOf, paceOf, shareOf } from '#lib/transfer-sums.ts'
import { retryFailed } from '#lib/transfer-verbs.ts'
import { clearTransfers, isRetryable, type Transfer } from '#lib/transfers.ts'
import { useNow } from '#lib/use-now.ts'
import { useStartJob } from '#lib/use-start-job.ts'
import * as texts from './texts.ts'
import { startable } from './upload-order.ts'

/** The total of all uploads, and a button to start a job with the completed ones. */
export function UploadFooter({ transfers }: { transfers: readonly Transfer[] }) {
  const startJob = useStartJob()
  const wanted = transfers.filter(({ state }) => state !== 'failed' && state !== 'canceled')
  const failed = transfers.filter(({ state }) => state === 'failed').length
  const canceled = transfers.length - wanted.length - failed
  const done = transfers.flatMap(({ state, href }) => (state === 'done' && href ? href : []))
  const { data: steps } = useQuery({ ...processingStepQueries.lookup(), enabled: done.length > 0 })
  const usable = steps ? startable(transfers, steps.flatMap(slotTypesOf)) : done
  const moving = wanted.length > done.length
  return (
    <footer className="sticky bottom-0 flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-surface px-6 py-2 phone:px-4 short:static">
      <span className="font-medium" role="status">
        {moving ? `${formatCount(done.length)} of ${plural(wanted.length, 'file')}` : plural(done.length, 'file')},{' '}
        {formatBytes(bytesOf(wanted))}
        {canceled > 0 ? `, ${formatCount(canceled)} canceled` : ''}
        {failed > 0 ? <span className="text-danger">{fill(texts.failedCount, formatCount(failed))}</span> : null}
      </span>
      {moving ? <Pace wanted={wanted} /> : null}
      <span className="ml-auto flex items-center gap-2">
        {transfers.filter(isRetryable).length > 1 ? (
          <Button icon={<RotateCw />} onClick={retryFailed}>
            {texts.tryAllAgain}
          </Button>
        ) : null}
        {done.length + canceled + failed > 0 && !moving ? (
          <Button variant="text" className="last:-mr-3" onClick={clearTransfers}>
            {texts.clearList}
          </Button>
        ) : null}
        {usable.length > 0 && usable.length < done.length ? (
          <span className="text-xs text-ink-3">
            {fill(texts.noStepReads, plural(done.length - usable.length, 'file'))}
          </span>
        ) : null}
        {/* Not shown for a single file, whose row has the same button. */}
        {usable.length > 0 && done.length > 1 ? (
          <Button icon={<Play />} onClick={() => startJob({ data: usable })}>
            {fill(texts.startJobWith, plural(usable.length, 'file'))}
          </Button>
        ) : null}
      </span>
    </footer>
  )
}

function slotTypesOf({ properties }: StepDocument): string[] {
  return (properties.InputDataSlotSpecification ?? []).map(({ MediaType }) => MediaType ?? '')
}

function Pace({ wanted }: { wanted: readonly Transfer[] }) {
  const { bytesPerSecond, msLeft } = paceOf(wanted, useNow())
  return (
    <>
      <Race
        label={texts.allUploads}
        value={shareOf(wanted)}
        flowing={wanted.some(({ state }) => state === 'sending')}
        size="md"
        className="w-45"
      />
      <span className="text-xs text-ink-3">
        {msLeft === undefined
          ? null
          : fill(texts.speedAndAboutLeft, formatBytes(bytesPerSecond), formatDuration(msLeft))}
      </span>
    </>
  )
}
