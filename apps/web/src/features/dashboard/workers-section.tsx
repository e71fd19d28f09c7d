import { clsx } from 'clsx'
import { SectionHead } from '#components/ui/page-head.tsx'
import { plural } from '#lib/format.ts'
import * as texts from './texts.ts'

/** Shows how many workers are connected. */
export function WorkersSection({ connected }: { connected: number }) {
  return (
    <section aria-labelledby="workers">
      <SectionHead id="workers" title={texts.workers} />
      <p className="flex items-center gap-2">
        <span
          aria-hidden="true"
          className={clsx('meter-fill size-2 flex-none rounded-full', connected > 0 ? 'bg-success' : 'bg-warning')}
        />
        {connected > 0 ? `${plural(connected, 'worker')} online` : texts.noWorkersOnline}
      </p>
    </section>
  )
}
