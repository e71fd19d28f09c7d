import { Link } from '@tanstack/react-router'
import { Time } from '#components/ui/time.tsx'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import * as texts from './texts.ts'
import { useIdenticalJob } from './use-identical-job.ts'
import type { StartPanel } from './use-start-panel.ts'

/** Says that an identical job has completed, so that users can open its result instead of running it again. */
export function IdenticalJob({ panel }: { panel: StartPanel }) {
  const job = useIdenticalJob(panel)
  if (!job) return null
  return (
    <p role="status" className="rounded-lg bg-info-soft px-3 py-2">
      An identical job completed <Time at={job.properties.CompletedAt ?? job.properties.CreatedAt} />.{' '}
      <Link
        to="/jobs/$details"
        params={{ details: encodeLink(selfHref(job)) }}
        className="font-medium text-accent hover:underline"
      >
        {texts.openItsResult}
      </Link>
    </p>
  )
}
