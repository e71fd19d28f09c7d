import { LIMITS } from '@millrace/contracts/limits'
import type { NewsletterReport, NewsletterSync } from '@millrace/contracts/system'
import { Button } from '#components/ui/button.tsx'
import { Section } from '#components/ui/section.tsx'
import { Spinner } from '#components/ui/spinner.tsx'
import { Time } from '#components/ui/time.tsx'
import { fill } from '#lib/fill.ts'
import { formatTotal, plural } from '#lib/format.ts'
import { FactList, Verdict } from './fact-list.tsx'
import { useSyncNewsletter } from './system.queries.ts'
import * as texts from './texts.ts'

/** The newsletter's subscribers in listmonk: the last sync, and a button that starts another one. */
export function NewsletterFacts({ newsletter }: { newsletter: NewsletterReport }) {
  const sync = useSyncNewsletter()
  const { server, subscribers, isRunning, last } = newsletter
  const isBusy = isRunning || sync.isPending
  return (
    <Section
      title={texts.newsletter}
      actions={
        <Button working={isBusy} onClick={() => sync.mutate()}>
          {texts.syncNow}
        </Button>
      }
    >
      {isBusy ? (
        <p role="status" className="mb-3 flex items-center gap-2 font-medium text-ink-2">
          <Spinner className="icon-sm" />
          Synchronizing with {server}
        </p>
      ) : (
        <LastSync last={last} />
      )}
      <FactList
        facts={[
          ['listmonk', server],
          ['Subscribers', formatTotal(subscribers, subscribers > LIMITS.countMax)],
          [texts.lastSync, last ? <Time key="at" at={last.finishedAt} /> : 'Never'],
          ...(last ? [['Changes', changesOf(last)] as const] : []),
          ...(last?.error ? [[texts.lastError, last.error] as const] : []),
        ]}
      />
    </Section>
  )
}

function LastSync({ last }: Pick<NewsletterReport, 'last'>) {
  if (!last) return <Verdict isFine={false}>{texts.notSynchronizedYet}</Verdict>
  if (!last.isComplete) return <Verdict isFine={false}>{texts.lastSyncStoppedEarly}</Verdict>
  if (last.refused > 0) {
    return <Verdict isFine={false}>{fill(texts.listmonkRefused, plural(last.refused, 'address', 'addresses'))}</Verdict>
  }
  return <Verdict isFine>{texts.inSync}</Verdict>
}

function changesOf({ created, updated, removed, unsubscribed }: NewsletterSync): string {
  const changes = [
    [created, 'new'],
    [updated, 'updated'],
    [removed, 'removed'],
    [unsubscribed, 'unsubscribed'],
  ] as const
  const shown = changes.filter(([count]) => count > 0).map(([count, what]) => `${formatTotal(count)} ${what}`)
  return shown.join(', ') || 'none'
}
