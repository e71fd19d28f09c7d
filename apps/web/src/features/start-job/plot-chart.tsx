import { ListPlus } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { toast } from '#lib/toast.ts'
import { type PlottedChart, parametersOfPlot } from './kept-view.ts'
import * as texts from './texts.ts'
import { useStartWith } from './use-start-with.ts'

interface PlotChartProps {
  fileHref: string
  chart: PlottedChart & { sort: unknown; where: readonly unknown[]; find: string }
}

/** Opens the start panel with the step that draws the same columns. Absent if there is no such step. */
export function PlotChart({ fileHref, chart }: PlotChartProps) {
  const start = useStartWith('plot_table', fileHref)
  if (!start) return null
  return (
    <Button
      size="sm"
      icon={<ListPlus aria-hidden="true" />}
      title={texts.plotChartHelp}
      onClick={() => {
        const hasOrder = chart.sort !== undefined && chart.x === undefined
        if (chart.find || chart.where.length > 0 || hasOrder)
          toast.message(texts.plotIsOfAllRows, { description: texts.keepViewFirst })
        start(parametersOfPlot(chart))
      }}
    >
      {texts.plotAsAJob}
    </Button>
  )
}
