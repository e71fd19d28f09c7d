import { ACTION_LABELS } from '@millrace/contracts/texts'
import { ChartSpline, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { FileIcon } from '#components/ui/file-icon.tsx'
import { Arrow } from './composer.tsx'
import * as texts from './texts.ts'
import { VisitHeading } from './visit-heading.tsx'

/** The composer, prefilled with the sample. */
export function SampleComposer({ working, onRun }: { working: boolean; onRun: () => void }) {
  return (
    <section aria-label={texts.sample}>
      <VisitHeading title={texts.runTheSampleFirst}>{texts.whatTheSampleIs}</VisitHeading>
      <div className="grid grid-cols-[minmax(0,1fr)_40px_minmax(0,1fr)_40px_auto] items-center rounded-lg border border-line-strong p-2.5 max-lg:grid-cols-1 max-lg:gap-1.5">
        <Tile
          icon={<FileIcon mediaType="text/csv" className="size-4!" />}
          title={texts.gaugeReadings}
          text={texts.aTableWithGapsAndOutliers}
        />
        <span className="max-lg:rotate-90">
          <Arrow />
        </span>
        <Tile icon={<ChartSpline />} title={texts.cleanAggregatePlot} text={texts.threeJobsOneAfterAnother} />
        <span className="max-lg:rotate-90">
          <Arrow />
        </span>
        <Button variant="primary" size="lg" working={working} onClick={onRun} icon={<Play />}>
          {ACTION_LABELS.RunSample}
        </Button>
      </div>
    </section>
  )
}

function Tile({ icon, title, text }: { icon: ReactNode; title: string; text: string }) {
  return (
    <div className="flex h-14 min-w-0 items-center gap-3 rounded-md border border-line-strong px-3">
      <span className="grid size-8 flex-none place-items-center rounded-md bg-tag text-ink-2">{icon}</span>
      <span className="min-w-0">
        <span className="block truncate leading-[18px] font-medium">{title}</span>
        <span className="block truncate text-xs text-ink-3">{text}</span>
      </span>
    </div>
  )
}
