import { LIMITS, PLANS } from '@millrace/contracts/limits'
import type { SystemReport, SystemWorker } from '@millrace/contracts/system'
import type { StepNetwork } from '@millrace/contracts/worker'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Avatar } from '#components/ui/avatar.tsx'
import { PageError } from '#components/ui/error-view.tsx'
import { Meter } from '#components/ui/meter.tsx'
import { PLAN_LABELS } from '#components/ui/plan-labels.ts'
import { Section } from '#components/ui/section.tsx'
import { SkeletonRows } from '#components/ui/skeleton.tsx'
import { Time } from '#components/ui/time.tsx'
import { fill } from '#lib/fill.ts'
import { formatBytes, formatDuration, formatTotal, plural, pluralTotal } from '#lib/format.ts'
import { MarkedText } from '#lib/marked-text.tsx'
import { usePage } from '#lib/page.ts'
import { useInspectorRoom } from '#lib/use-media.ts'
import { useNow } from '#lib/use-now.ts'
import { BackupFacts } from './backup-facts.tsx'
import { FactList, Verdict } from './fact-list.tsx'
import { MailFacts } from './mail-facts.tsx'
import { NewsletterFacts } from './newsletter-facts.tsx'
import { systemQuery } from './system.queries.ts'
import {
  problemsFirst,
  queueIsFine,
  type SystemSection,
  storageIsFine,
  usableBytes,
  workersAreFine,
} from './system-health.ts'
import * as texts from './texts.ts'

/** The state of the installation as facts. Each section says whether everything in it is fine. */
export function SystemScreen() {
  usePage([{ label: texts.admin, to: '/admin' }, { label: texts.system }])
  const { data, error, refetch } = useQuery(systemQuery)
  const now = useNow(30_000)
  const hasColumns = useInspectorRoom()
  if (!data) {
    return error ? (
      <PageError title={texts.systemCouldNotBeLoaded} error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows rows={6} />
    )
  }
  const [problems, others] = problemsFirst(data, now)
  const [left, right] = problems.length > 0 ? [problems, others] : [others.slice(0, HALF), others.slice(HALF)]
  const show = (sections: readonly SystemSection[]) => sections.map((section) => SECTIONS[section](data))
  return (
    <section
      aria-label={texts.system}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the page scrolls, also by keys
      tabIndex={0}
      className="scroll-thin min-h-0 flex-1 overflow-y-auto"
    >
      <div className="grid w-full max-w-[768px] grid-cols-1 px-6 pb-12 phone:px-4 min-[90rem]:max-w-none min-[90rem]:grid-cols-2 min-[90rem]:gap-x-16">
        {hasColumns ? (
          <>
            <div>{show(left)}</div>
            <div>
              {show(right)}
              <ServerFacts system={data} />
            </div>
          </>
        ) : (
          <div>
            {show(left)}
            {show(right)}
            <ServerFacts system={data} />
          </div>
        )}
      </div>
    </section>
  )
}

/**
 * Number of sections in the first of two columns if no section has a problem. Otherwise, the first column has exactly
 * the sections with problems.
 */
const HALF = 3

const SECTIONS: Record<SystemSection, (system: SystemReport) => ReactNode> = {
  storage: ({ storage }) => <StorageFacts key="storage" storage={storage} />,
  queue: ({ queue }) => <QueueFacts key="queue" queue={queue} />,
  workers: ({ workers, queue }) => <Workers key="workers" workers={workers} queue={queue} />,
  backup: ({ backup }) => <BackupFacts key="backup" backup={backup} />,
  mail: ({ mail }) => <MailFacts key="mail" mail={mail} />,
  newsletter: ({ newsletter }) => newsletter && <NewsletterFacts key="newsletter" newsletter={newsletter} />,
}

function ServerFacts({ system: { version, database } }: { system: SystemReport }) {
  return (
    <Section title={texts.server}>
      <FactList
        facts={[
          ['Millrace', version],
          ['PostgreSQL', database.version],
          ['Database', formatBytes(database.bytes)],
        ]}
      />
    </Section>
  )
}

function StorageFacts({
  storage: { freeBytes, reserveBytes, usedBytes, largestOwners },
}: Pick<SystemReport, 'storage'>) {
  const usable = usableBytes({ freeBytes, reserveBytes })
  const isFine = storageIsFine({ freeBytes, reserveBytes, usedBytes })
  const isLessThanQuota = usable < PLANS.free.storageBytes
  const available = fill(texts.spaceAvailable, formatBytes(usable))
  return (
    <Section
      title={texts.storage}
      actions={
        isFine && isLessThanQuota ? (
          <p className="font-medium">{available}</p>
        ) : (
          <Verdict isFine={isFine}>
            {usable === 0 ? texts.fullUploadsAndResultsAreRefused : isFine ? available : texts.almostFull}
          </Verdict>
        )
      }
    >
      <Meter
        className="mb-3 h-2!"
        max={usedBytes + freeBytes}
        parts={[
          { name: texts.usedForFiles, value: usedBytes },
          { name: texts.available, value: usable, color: 'var(--line-strong)' },
          { name: texts.reserved, value: Math.min(reserveBytes, freeBytes), color: 'var(--control)' },
        ]}
      />
      <FactList
        facts={[
          [<Swatch key="used" color="bg-accent" name={texts.usedForFiles} />, formatBytes(usedBytes)],
          [<Swatch key="available" color="bg-line-strong" name={texts.available} />, formatBytes(usable)],
          [
            <Swatch key="reserved" color="bg-control" name={texts.reserved} />,
            fill(texts.reservedFor, formatBytes(reserveBytes)),
          ],
        ]}
      />
      {isLessThanQuota ? (
        <p className="mt-3 text-xs text-pretty text-ink-3">
          {fill(texts.quotaIsLarger, PLAN_LABELS.free, formatBytes(PLANS.free.storageBytes))}
        </p>
      ) : null}
      {largestOwners.length > 0 ? <LargestOwners owners={largestOwners} /> : null}
    </Section>
  )
}

function Swatch({ color, name }: { color: string; name: string }) {
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden="true" className={`size-2 flex-none rounded-full ${color}`} />
      {name}
    </span>
  )
}

function LargestOwners({ owners }: { owners: SystemReport['storage']['largestOwners'] }) {
  return (
    <>
      <h3 className="mt-4 mb-1.5 font-medium">{texts.largestOwners}</h3>
      <ul aria-label={texts.largestOwners} className="grid grid-cols-1 gap-2">
        {owners.map(({ id, name, kind, usedBytes }) => (
          <li key={id} className="flex items-center justify-between gap-x-4">
            <span className="flex min-w-0 items-center gap-2">
              <Avatar name={name} square={kind !== 'user'} />
              <bdi className="truncate" title={name}>
                {name}
              </bdi>
              {kind === 'user' ? null : <span className="sr-only">{kind}</span>}
            </span>
            <span className="flex-none text-ink-2">{formatBytes(usedBytes)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function QueueFacts({ queue: { waiting, running, oldest } }: Pick<SystemReport, 'queue'>) {
  const now = useNow(30_000)
  const waited = oldest ? now.getTime() - Date.parse(oldest.queuedAt) : 0
  const facts = [
    ...(waiting > 0 ? [['Waiting', formatTotal(waiting, waiting > LIMITS.countMax)] as const] : []),
    ...(running > 0 ? [['Running', formatTotal(running, running > LIMITS.countMax)] as const] : []),
    ...(oldest ? [['Oldest', `${oldest.name}, ${oldest.ownerName}`] as const] : []),
  ]
  return (
    <Section
      title={texts.queue}
      actions={
        <Verdict isFine={queueIsFine({ oldest }, now)}>
          {oldest ? fill(texts.theOldestJobHasWaited, formatDuration(Math.max(0, waited))) : texts.noJobsWaiting}
        </Verdict>
      }
    >
      {facts.length > 0 ? <FactList facts={facts} /> : null}
    </Section>
  )
}

function Workers({ workers, queue }: Pick<SystemReport, 'workers' | 'queue'>) {
  const connected = workers.filter(({ isConnected }) => isConnected).length
  return (
    <Section
      title={texts.workers}
      actions={
        <Verdict isFine={workersAreFine({ workers, queue })}>
          {connected > 0 ? fill(texts.connected, plural(connected, 'worker')) : texts.noWorkerIsConnected}
        </Verdict>
      }
    >
      <ul aria-label={texts.workers}>
        {workers.map((worker) => (
          <Worker key={`${worker.name} ${worker.lastSeenAt}`} worker={worker} />
        ))}
      </ul>
      <p className="text-xs text-ink-3">{texts.theServerRunsWorkflows}</p>
    </Section>
  )
}

const NETWORK: Record<StepNetwork, string> = {
  none: texts.stepsHaveNoNetwork,
  allowed: texts.stepsMayUseTheNetwork,
  kept: texts.stepsKeepTheNetwork,
}

function Worker({ worker }: { worker: SystemWorker }) {
  const { name, isConnected, lastSeenAt, steps, runningJobs, stepNetwork } = worker
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 border-t border-line py-2 first:border-t-0 first:pt-0 last:pb-0">
      <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
      <span className="text-ink-2">
        {runningJobs > 0 ? `${pluralTotal(runningJobs, 'running job')}, ` : ''}
        {plural(steps, 'step')}
      </span>
      {isConnected ? null : <span className="text-warning">{texts.isNotConnected}</span>}
      {lastSeenAt ? (
        <span className="text-ink-3">
          {texts.seen} <Time at={lastSeenAt} />
        </span>
      ) : null}
      {stepNetwork ? (
        <p className={`w-full text-xs ${stepNetwork === 'kept' ? 'text-warning' : 'text-ink-3'}`}>
          <MarkedText text={NETWORK[stepNetwork]} />
        </p>
      ) : null}
    </li>
  )
}
