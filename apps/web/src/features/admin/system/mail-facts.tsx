import { LIMITS } from '@millrace/contracts/limits'
import type { SystemReport } from '@millrace/contracts/system'
import { useQuery } from '@tanstack/react-query'
import { ErrorView } from '#components/ui/error-view.tsx'
import { Section } from '#components/ui/section.tsx'
import { fill } from '#lib/fill.ts'
import { formatTotal, plural } from '#lib/format.ts'
import { MarkedText } from '#lib/marked-text.tsx'
import { FactList, Verdict } from './fact-list.tsx'
import { OutboxList } from './outbox-list.tsx'
import { QueuedMailList } from './queued-mail-list.tsx'
import { mailQuery } from './system.queries.ts'
import { mailIsFine } from './system-health.ts'
import * as texts from './texts.ts'

/** How the installation sends email, what could not be delivered, and the outbox if there is no mail server. */
export function MailFacts({ mail: { transport, waiting, retrying, failed } }: Pick<SystemReport, 'mail'>) {
  const { data, error, refetch } = useQuery(mailQuery)
  const isFine = mailIsFine({ transport, retrying, failed })
  return (
    <Section
      title={texts.email}
      actions={
        <Verdict isFine={isFine}>
          {retrying + failed > 0
            ? fill(texts.couldNotBeDelivered, plural(retrying + failed, 'email'))
            : isFine
              ? texts.deliveredBySmtp
              : texts.deliveryIsOff}
        </Verdict>
      }
    >
      {transport === 'outbox' ? (
        <p className="text-ink-2">
          <MarkedText text={texts.setSmtpUrl} />
        </p>
      ) : null}
      {transport === 'smtp' || waiting + retrying + failed > 0 ? (
        <FactList
          facts={[
            ['Waiting', formatTotal(waiting, waiting > LIMITS.countMax)],
            [texts.beingRetried, formatTotal(retrying)],
            ['Failed', formatTotal(failed)],
          ]}
        />
      ) : null}
      {data ? (
        <>
          <QueuedMailList mails={data.queued} total={data.queuedTotal} />
          {transport === 'outbox' || data.outboxTotal > 0 ? (
            <OutboxList mails={data.outbox} total={data.outboxTotal} />
          ) : null}
        </>
      ) : error ? (
        <ErrorView title={texts.theEmailsCouldNotBeLoaded} error={error} onRetry={() => void refetch()} />
      ) : null}
    </Section>
  )
}
