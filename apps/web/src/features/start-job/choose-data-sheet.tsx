import { useState } from 'react'
import { Sheet } from '#components/ui/sheet.tsx'
import { fill } from '#lib/fill.ts'
import type { StartWith } from '#lib/start-search.ts'
import { StartFooter } from './start-footer.tsx'
import { StartPanelSections } from './start-panel.tsx'
import { StartSkeleton } from './start-skeleton.tsx'
import { StartStrip } from './start-strip.tsx'
import * as texts from './texts.ts'
import { useStartPanel } from './use-start-panel.ts'
import { useStartSubmit } from './use-start-submit.ts'

interface ChooseDataSheetProps {
  /** URL of the job that is missing data. */
  href: string
  name: string
  onClose: () => void
}

/** Sheet over the current page to select the missing data of a job and start it. */
export function ChooseDataSheet({ href, name, onClose }: ChooseDataSheetProps) {
  const [start, setStart] = useState<StartWith>({ job: href })
  const panel = useStartPanel({ start, onStart: setStart, draftHref: href })
  const submit = useStartSubmit({ panel, onDone: onClose })
  const [isReady, setIsReady] = useState(false)
  if (!isReady && !panel.loaded.isLoading) setIsReady(true)
  return (
    <Sheet
      open
      onClose={onClose}
      title={fill(texts.chooseDataFor, name)}
      isPending={!isReady}
      foot={<StartFooter panel={panel} submit={submit} onDone={onClose} />}
    >
      {isReady ? (
        <>
          <StartStrip panel={panel} />
          <StartPanelSections panel={panel} />
        </>
      ) : (
        <StartSkeleton open="data" />
      )}
    </Sheet>
  )
}
