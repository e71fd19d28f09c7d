import type { QueuedMail } from '@millrace/contracts/system'
import { Button } from '#components/ui/button.tsx'
import { Time } from '#components/ui/time.tsx'
import { fill } from '#lib/fill.ts'
import { plural } from '#lib/format.ts'
import { toast } from '#lib/toast.ts'
import { useQueuedMail } from './system.queries.ts'
import * as texts from './texts.ts'

const STATES = { waiting: 'Waiting', retrying: texts.beingRetried, failed: texts.failed } as const

/** Lists emails in the queue, each with the reason why it was not delivered, and buttons to retry or discard it. */
export function QueuedMailList({ mails, total }: { mails: QueuedMail[]; total: number }) {
  if (mails.length === 0) return null
  return (
    <>
      <h3 className="mt-5 mb-1 text-sm font-medium">{texts.notDelivered}</h3>
      <ul aria-label={texts.emailsNotDelivered}>
        {mails.map((mail) => (
          <Row key={mail.id} mail={mail} />
        ))}
      </ul>
      {total > mails.length ? (
        <p className="mt-2 text-xs text-ink-3">{fill(texts.more, total - mails.length)}</p>
      ) : null}
    </>
  )
}

function Row({ mail }: { mail: QueuedMail }) {
  const change = useQueuedMail()
  const { id, to, subject, state, queuedAt, attempts, error } = mail
  const named = `${subject} to ${to}`
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-2 first:border-t-0">
      <span className="grid min-w-0 flex-1 basis-56">
        <span className="truncate font-medium" title={subject}>
          {subject}
        </span>
        <span className="truncate text-ink-2" title={to}>
          {to}
        </span>
        <span className="text-xs text-ink-3 wrap-anywhere">
          {STATES[state]}, queued <Time at={queuedAt} />
          {attempts > 0 ? `, ${plural(attempts, 'attempt')}` : ''}
        </span>
        {error ? <span className="text-xs text-warning wrap-anywhere">{error}</span> : null}
      </span>
      <span className="flex flex-none gap-2">
        {state === 'failed' ? (
          <Button
            aria-label={fill(texts.discardNamed, named)}
            working={change.isPending && change.variables.verb === 'discard'}
            onClick={() =>
              change.mutate({ id, verb: 'discard' }, { onSuccess: () => toast.success(texts.emailDiscarded) })
            }
          >
            {texts.discard}
          </Button>
        ) : null}
        {state === 'waiting' ? null : (
          <Button
            aria-label={fill(texts.retryNamed, named)}
            working={change.isPending && change.variables.verb === 'retry'}
            onClick={() => change.mutate({ id, verb: 'retry' }, { onSuccess: () => toast.success(texts.tryingAgain) })}
          >
            {texts.retry}
          </Button>
        )}
      </span>
    </li>
  )
}
