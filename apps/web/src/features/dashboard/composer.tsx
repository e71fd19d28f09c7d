import { ArrowRight, Blocks, Database, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { formatCount } from '#lib/format.ts'
import { useStartJob } from '#lib/use-start-job.ts'
import * as texts from './texts.ts'
import { useDropIntoJob } from './use-drop-into-job.ts'

/** Data → step → start: the entry to a new job. `steps` is the number of available steps, or 0 if unknown. */
export function Composer({ steps }: { steps: number }) {
  const startJob = useStartJob()
  const drop = useDropIntoJob()
  return (
    <section
      aria-label={texts.startAJob}
      className="grid grid-cols-[minmax(0,1fr)_40px_minmax(0,1fr)_40px_auto] items-center rounded-lg border border-line-strong p-2.5"
    >
      <div {...drop} className="group/drop grid">
        <Tile icon={<Database />} title={texts.data} onClick={() => startJob()}>
          <span className="group-data-over/drop:hidden">{texts.dropFilesOrChooseData}</span>
          <span className="hidden group-data-over/drop:inline">{texts.dropToUploadAndUse}</span>
        </Tile>
      </div>
      <Arrow />
      <Tile icon={<Blocks />} title={texts.step} onClick={() => startJob()}>
        {steps === 0 ? texts.chooseAStep : `${formatCount(steps)} ${steps === 1 ? 'step' : 'steps'} available`}
      </Tile>
      <Arrow />
      <Button variant="primary" size="lg" icon={<Play />} onClick={() => startJob()}>
        {texts.startJob}
      </Button>
    </section>
  )
}

function Tile({
  icon,
  title,
  onClick,
  children,
}: {
  icon: ReactNode
  title: string
  onClick: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex h-[52px] min-w-0 items-center gap-3 rounded-md border border-dashed border-control px-2.5 text-left hover:bg-hover group-data-over/drop:border-accent group-data-over/drop:bg-accent-soft"
    >
      <span className="grid size-8 flex-none place-items-center rounded-md bg-tag text-ink-2">{icon}</span>
      <span className="min-w-0">
        <span className="block leading-[18px] font-medium">{title}</span>
        <span className="block truncate text-xs text-ink-3">{children}</span>
      </span>
    </button>
  )
}

export function Arrow() {
  return (
    <span className="grid place-items-center text-ink-3">
      <ArrowRight />
    </span>
  )
}
