import { useState } from 'react'
import type { JobDocument } from '#features/jobs/jobs.queries.ts'
import { selfHref } from '#lib/siren.ts'
import type { StartWith } from '#lib/start-search.ts'
import { StartFooter } from './start-footer.tsx'
import { StartPanelSections } from './start-panel.tsx'
import { StartStrip } from './start-strip.tsx'
import { useStartPanel } from './use-start-panel.ts'
import { useStartSubmit } from './use-start-submit.ts'

/** The start panel within the page of a job that is not started. It sets up this job instead of creating one. */
export function DraftSetup({ job }: { job: JobDocument }) {
  const href = selfHref(job)
  const [start, setStart] = useState<StartWith>({ job: href })
  const panel = useStartPanel({ start, onStart: setStart, draftHref: href })
  const submit = useStartSubmit({ panel, onDone: () => setStart({ job: href }) })
  return (
    <div className="flex flex-1 flex-col">
      <StartStrip panel={panel} />
      <StartPanelSections panel={panel} />
      <footer className="sticky bottom-0 mt-auto border-t border-line bg-surface px-6 py-3.5 phone:px-4 short:static">
        <StartFooter panel={panel} submit={submit} onDone={() => setStart({ job: href })} />
      </footer>
    </div>
  )
}
