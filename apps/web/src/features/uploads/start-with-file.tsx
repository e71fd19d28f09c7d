import { MEDIA } from '@millrace/contracts/media-types'
import { useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { Suspense, use, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { workDataQueries } from '#features/work-data/work-data.queries.ts'
import { fill } from '#lib/fill.ts'
import { usePhone } from '#lib/use-media.ts'
import { useStartJob } from '#lib/use-start-job.ts'
import { StartWorkflowContext } from './start-workflow-context.ts'
import * as texts from './texts.ts'

interface StartWithFileProps {
  href: string
  name: string
  mediaType: string | undefined
  /** Only the icon, where every row has it. A phone has no room for more beside the name. */
  isSmall?: boolean
}

/** Starts a job with an uploaded file, or the workflow that it defines. */
export function StartWithFile({ href, name, mediaType, isSmall = false }: StartWithFileProps) {
  const startJob = useStartJob()
  const [starting, setStarting] = useState(false)
  const isWorkflow = mediaType === MEDIA.workflowDefinition
  const label = isWorkflow ? fill(texts.startWorkflowNamed, name) : fill(texts.startJobWithNamed, name)
  const start = () => (isWorkflow ? setStarting(true) : startJob({ data: [href] }))
  const isPhone = usePhone()
  return (
    <>
      {isSmall || isPhone ? (
        <IconButton
          size="sm"
          label={label}
          className="text-accent!"
          icon={<Play className="icon-sm" aria-hidden="true" />}
          onClick={start}
        />
      ) : (
        <Button
          size="sm"
          icon={<Play className="icon-sm" aria-hidden="true" />}
          className="min-w-32"
          onClick={start}
          aria-label={label}
        >
          {isWorkflow ? texts.startWorkflow : texts.startJob}
        </Button>
      )}
      {starting ? <StartWorkflow href={href} onClose={() => setStarting(false)} /> : null}
    </>
  )
}

function StartWorkflow({ href, onClose }: { href: string; onClose: () => void }) {
  const start = use(StartWorkflowContext)
  const { data: file } = useQuery(workDataQueries.detail(href))
  return <Suspense>{file && start?.(file, onClose)}</Suspense>
}
