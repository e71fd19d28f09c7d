import { ListPlus } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { toast } from '#lib/toast.ts'
import * as texts from './texts.ts'
import { useStartWith } from './use-start-with.ts'
import { type ChartSettings, parametersOfChart } from './view-parameters.ts'

interface ChartAsJobButtonProps {
  fileHref: string
  chart: ChartSettings & { sort: unknown; where: readonly unknown[]; find: string }
}

/**
 * Button that opens the start panel with the step that draws the same chart. Not shown if the step isn't registered.
 */
export function ChartAsJobButton({ fileHref, chart }: ChartAsJobButtonProps) {
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
        start(parametersOfChart(chart))
      }}
    >
      {texts.plotAsAJob}
    </Button>
  )
}
