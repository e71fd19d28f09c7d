import { type ReactNode, useState } from 'react'
import { useFormLoaded } from '#components/schema-form/form-module.ts'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Sheet } from '#components/ui/sheet.tsx'
import { fill } from '#lib/fill.ts'
import type { WorkDataDocument } from '#lib/job-facts.ts'
import type { StartWith } from '#lib/start-search.ts'
import { toast } from '#lib/toast.ts'
import { useStartJob } from '#lib/use-start-job.ts'
import { StartFooter } from './start-footer.tsx'
import { StartPanelSections } from './start-panel.tsx'
import { StartSkeleton } from './start-skeleton.tsx'
import { StartStrip } from './start-strip.tsx'
import * as texts from './texts.ts'
import { TrySample } from './try-sample.tsx'
import { useStartPanel } from './use-start-panel.ts'
import { useStartSubmit } from './use-start-submit.ts'

export { ChooseDataSheet } from './choose-data-sheet.tsx'
export { newJobKey, storeParameters } from './parameter-storage.ts'

interface StartSheetProps {
  start: StartWith
  preview: (file: WorkDataDocument) => ReactNode
  onStart: (change: (before: StartWith) => StartWith) => void
  onClose: () => void
}

/** The start panel over the current page. Its initial selection is in the URL, so it can be shared and reloaded. */
export default function StartSheet({ start, preview, onStart, onClose }: StartSheetProps) {
  const panel = useStartPanel({ start, onStart })
  const submit = useStartSubmit({ panel, onDone: onClose })
  const reopen = useStartJob()
  // A skeleton is shown only for the initial selection; later selections load while the panel stays visible.
  const [isReady, setIsReady] = useState(false)
  const hasChoices = Object.values(start).some((chosen) => chosen.length > 0)
  const opens = start.step || start.job ? 'parameters' : 'step'
  const isFormLoaded = useFormLoaded()
  if (!isReady && !panel.loaded.isLoading && (isFormLoaded || !panel.form.schema)) setIsReady(true)

  function close() {
    onClose()
    if (panel.parameters.hasEdits) {
      toast.message(texts.yourParametersAreKept, { action: { label: texts.continueLabel, run: () => reopen(start) } })
    }
  }

  return (
    <Sheet
      open
      onClose={close}
      title={start.job && panel.loaded.earlier ? fill(texts.runAgain, panel.loaded.earlier.name) : texts.startAJob}
      tools={hasChoices ? <CopyButton words isLink label={texts.copyLink} text={location.href} /> : null}
      isPending={!isReady}
      foot={
        <StartFooter
          panel={isReady ? panel : { ...panel, section: opens, loaded: { ...panel.loaded, isLoading: true } }}
          submit={submit}
          onDone={onClose}
        />
      }
    >
      {isReady ? (
        <>
          <StartStrip panel={panel} />
          <StartPanelSections panel={panel} />
          <TrySample key={start.step} panel={panel} preview={preview} />
        </>
      ) : (
        <StartSkeleton open={opens} />
      )}
    </Sheet>
  )
}
