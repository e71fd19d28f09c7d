import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { pageOf } from '#components/ui/list-columns.ts'
import { addressOf, type Fold, foldedSweep } from '#lib/fold-sweeps.ts'
import { canRunAgain } from '#lib/job-facts.ts'
import type { JobPath } from '#lib/job-path.ts'
import { useKeys } from '#lib/keys.ts'
import { actionOf, type SirenAction, selfHref } from '#lib/siren.ts'
import { useRowCursor } from '#lib/use-row-cursor.ts'
import type { useSelection } from '#lib/use-selection.ts'
import { useStartJob } from '#lib/use-start-job.ts'
import type { JobDocument } from './jobs.queries.ts'
import { useRunJobAction } from './run-job-action.queries.ts'

/** A row of a list of jobs. `fold` is set for a collapsed sweep, and for the first job of an expanded one. */
type Row = JobDocument & { fold?: Pick<Fold<JobDocument>, 'sweep' | 'isOpen'> }

interface RowKeysOptions<T> {
  selection: ReturnType<typeof useSelection<T>>
  page: JobPath
}

/**
 * Handles keys: j and k move, x selects, Enter opens, Space peeks, and, if the action is available, r runs again,
 * period cancels, e edits tags, h hides. Returns the cursor, and the state of the peek panel and of the action dialog.
 */
export function useJobRowKeys<T extends Row>(jobs: readonly T[], { selection, page }: RowKeysOptions<T>) {
  const navigate = useNavigate()
  const startJob = useStartJob()
  const run = useRunJobAction()
  const [isPeeking, setPeeking] = useState(false)
  const [asking, setAsking] = useState<{ job: JobDocument; action: SirenAction }>()
  const jobAt = (href: string | undefined) => jobs.find((job) => selfHref(job) === href)

  const rows = useRowCursor(jobs.map(selfHref), {
    onOpen: (href) => {
      const job = jobAt(href)
      const address = job && addressOf(job)
      if (address) void navigate({ href: address })
      else void navigate(pageOf(page, href))
    },
    onPeek: () => setPeeking(!isPeeking),
    onToggle: (href, range) => {
      const job = jobAt(href)
      if (job) selection.toggle(job, range)
    },
  })

  /** The key is ignored if the action isn't available. */
  const withAction = (name: string, act: (job: JobDocument, action: SirenAction) => void) => () => {
    const job = jobAt(rows.current())
    const action = job && actionOf(job, name)
    if (job && action) act(job, action)
    return action !== undefined
  }

  useKeys({
    r: () => {
      const job = jobAt(rows.current())
      if (job && foldedSweep(job) === undefined && canRunAgain(job)) startJob({ job: selfHref(job) })
    },
    '.': withAction('CancelProcessing', (job, action) => setAsking({ job, action })),
    e: withAction('EditTags', (job, action) => setAsking({ job, action })),
    h: withAction('Hide', (job, action) => run(job, action)),
  })

  return {
    cursor: rows.cursor,
    isPeeking,
    closePeek: () => setPeeking(false),
    asking,
    closeDialog: () => setAsking(undefined),
  }
}
