import { ACTION_LABELS } from '@millrace/contracts/texts'
import { Play } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { useRunSample } from '#lib/run-sample.ts'

/** Button that runs the sample. Shown only if the server offers the sample. */
export default function RunSampleButton() {
  const { run, isRunning } = useRunSample()
  if (!run) return null
  return (
    <Button working={isRunning} icon={<Play />} onClick={run}>
      {ACTION_LABELS.RunSample}
    </Button>
  )
}
