import { Link } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { fill } from '#lib/fill.ts'
import { encodeLink } from '#lib/link-code.ts'
import { useStartJob } from '#lib/use-start-job.ts'
import * as texts from './texts.ts'

/** What to do with a file that is in work data. */
export function DoneVerbs({ href, name }: { href: string; name: string }) {
  const startJob = useStartJob()
  return (
    <>
      <Link
        to="/workdata/explorer/$details"
        params={{ details: encodeLink(href) }}
        className={buttonClass({ variant: 'quiet', size: 'sm' })}
        aria-label={fill(texts.openNamed, name)}
      >
        {texts.open}
      </Link>
      <Button
        size="sm"
        icon={<Play className="icon-sm" aria-hidden="true" />}
        onClick={() => startJob({ data: [href] })}
        aria-label={fill(texts.startJobWithNamed, name)}
      >
        {texts.startJob}
      </Button>
    </>
  )
}
