import { isTable, MEDIA } from '@millrace/contracts/media-types'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { InspectorSection } from '#components/ui/inspector.tsx'
import { outputLabel } from '#components/ui/slot-kinds.tsx'
import { isReadAsTable, knownContent, previewQueries } from '#features/previews/previews.queries.ts'
import { processingStepQueries } from '#features/processing-steps/processing-steps.queries.ts'
import { fill } from '#lib/fill.ts'
import { encodeLink } from '#lib/link-code.ts'
import { hrefOf, selfHref } from '#lib/siren.ts'
import { useStartJob } from '#lib/use-start-job.ts'
import type { WorkDataDocument } from '../work-data.queries.ts'
import { compatibleSteps } from './compatible-steps.ts'
import * as texts from './texts.ts'

const SHOWN = 6

/** Undefined while the preview is loading, unless the media type already says that the file is a table. */
function useKnownContent(file: WorkDataDocument) {
  const { MediaType } = file.properties
  const table = useQuery(previewQueries.tableOf(file))
  const href = hrefOf(file, 'Preview')
  const isOnlyText = MediaType === MEDIA.text && href !== undefined && !isReadAsTable(file)
  const text = useQuery({ ...previewQueries.text(href ?? ''), enabled: isOnlyText })
  if ((table.isLoading || text.isLoading) && !isTable(MediaType)) return undefined
  return knownContent(file.properties, table.data ?? text.data)
}

/**
 * Lists the steps that accept the file, each with its first output and a button that starts a job with the file.
 * Renders nothing if no step accepts the file.
 */
export function StepSuggestions({ file }: { file: WorkDataDocument }) {
  const { data = [] } = useQuery(processingStepQueries.lookup())
  const [all, setAll] = useState(false)
  const startJob = useStartJob()
  const known = useKnownContent(file)
  if (known === undefined) return null
  const steps = compatibleSteps(data, { mediaType: file.properties.MediaType, ...known })
  if (steps.length === 0) return null
  return (
    <InspectorSection title={texts.matchingSteps}>
      <ul>
        {steps.slice(0, all ? steps.length : SHOWN).map((step) => {
          const { Title, OutputDataSlotSpecification } = step.properties
          const makes = OutputDataSlotSpecification?.[0]
          return (
            <li
              key={selfHref(step)}
              className="-mx-1.5 flex h-[30px] items-center gap-1 rounded-md pl-1.5 hover:bg-hover touch:h-11"
            >
              <Link
                to={'/processing-steps/$details' as '/jobs/$details'}
                params={{ details: encodeLink(selfHref(step)) }}
                className="min-w-0 flex-1 truncate hover:underline"
              >
                {Title}
              </Link>
              {makes ? <span className="text-xs whitespace-nowrap text-ink-3">→ {outputLabel(makes)}</span> : null}
              <button
                type="button"
                aria-label={fill(texts.startWith, Title, file.properties.Name)}
                title={texts.startJob}
                onClick={() => startJob({ data: [selfHref(file)], step: selfHref(step) })}
                className="grid size-7 place-items-center rounded-md text-accent hover:bg-selected touch:size-11"
              >
                <Play className="icon-sm" />
              </button>
            </li>
          )
        })}
      </ul>
      {steps.length > SHOWN && !all ? (
        <button type="button" className="mt-1 rounded-sm text-accent hover:underline" onClick={() => setAll(true)}>
          {fill(texts.showMoreSteps, steps.length - SHOWN)}
        </button>
      ) : null}
    </InspectorSection>
  )
}
