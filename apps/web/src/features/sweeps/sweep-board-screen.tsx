import { humanize } from '@millrace/parameters/labels'
import { Download, Plus, RotateCw } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { Select } from '#components/ui/select.tsx'
import { StateBadge } from '#components/ui/state-badge.tsx'
import { combinedState } from '#lib/combined-state.ts'
import { fill } from '#lib/fill.ts'
import { plural } from '#lib/format.ts'
import { usePage } from '#lib/page.ts'
import type { Axis } from './axes.ts'
import { BoardFigures, type SweepViews } from './board-figures.tsx'
import { type Cell, firstNames, varyingNumber } from './board-model.ts'
import { BoardPlot, type BoardPlotProps, isNumeric } from './board-plot.tsx'
import { seriesOf } from './board-series.ts'
import { BoardTable } from './board-table.tsx'
import { exportBoard } from './export-board.ts'
import { ExtendDialog } from './extend-dialog.tsx'
import { SweepFacts } from './sweep-facts.tsx'
import * as texts from './texts.ts'
import { type Board, useBoard } from './use-board.ts'
import { useRetryFailed } from './use-retry-failed.ts'

const VALUES_SHOWN = 4

/** A sweep: one row per combination of values, a plot of one value, and the figures side by side. */
export function SweepBoardScreen({ sweep, views }: { sweep: string; views: SweepViews }) {
  const board = useBoard(sweep)
  const { cells, axes, names } = board
  const [extending, setExtending] = useState(false)
  const [chosen, setChosen] = useState<readonly string[]>()
  const [x, setX] = useState<string>()
  const [pointed, setPointed] = useState<string>()
  const retry = useRetryFailed()
  const parameter = axes.find(({ name }) => name === x) ?? defaultAxis(cells, axes)
  const series = useMemo(
    () => seriesOf(cells, parameter && axes.find((axis) => axis !== parameter)),
    [cells, axes, parameter],
  )
  const [first] = cells
  const title = first?.job.properties.Name.split(': ').slice(0, -1).join(': ') || texts.sweep
  usePage([{ label: texts.jobs, to: '/jobs' }, { label: title }])
  if (!first) {
    return (
      <EmptyState
        level={1}
        title={texts.noJobsInThisSweep}
        action={<ButtonLink to="/jobs">{texts.backToJobs}</ButtonLink>}
      >
        {texts.noJobsHelp}
      </EmptyState>
    )
  }
  const point = { pointed, onPoint: setPointed }
  const shown = chosen ?? firstNames(cells, names, VALUES_SHOWN)
  const failed = cells.filter(({ job }) => job.properties.State === 'Error' || job.properties.State === 'Canceled')
  return (
    <>
      <PageHead
        once
        title={title}
        facts={<StateBadge state={combinedState(cells.map(({ job }) => job.properties.State))} big />}
        meta={<SweepFacts cells={cells} first={first.job} />}
        actions={
          <span data-fill className="flex flex-wrap items-center gap-3 phone:w-full phone:gap-2 phone:*:flex-1">
            <span className="contents phone:hidden">
              <CopyButton words="wide" isLink text={location.href} label={texts.copyLink} />
            </span>
            {failed.length > 0 ? (
              <Button
                icon={<RotateCw />}
                working={retry.isPending}
                onClick={() => retry.mutate(failed.map(({ job }) => job))}
              >
                {fill(texts.retry, plural(failed.length, 'failed job'))}
              </Button>
            ) : null}
            <Button icon={<Download />} disabled={!board.isNamed} onClick={() => exportBoard(title, board)}>
              {texts.exportCsv}
            </Button>
            <Button variant="primary" icon={<Plus />} onClick={() => setExtending(true)}>
              {texts.addValues}
            </Button>
          </span>
        }
      />
      <div className="scroll-thin min-h-0 flex-1 overflow-y-auto">
        <div className="border-y border-line lg:flex">
          {parameter ? (
            <PlotSection cells={cells} axes={axes} names={names} x={parameter} onX={setX} series={series} {...point} />
          ) : null}
          <BoardTable
            cells={cells}
            axes={axes}
            names={names}
            shown={shown}
            onShown={setChosen}
            series={series}
            {...point}
          />
        </div>
        <BoardFigures cells={cells} axes={axes} names={names} series={series} thumbnail={views.thumbnail} />
      </div>
      {extending ? <ExtendDialog sweep={sweep} cells={cells} axes={axes} onClose={() => setExtending(false)} /> : null}
    </>
  )
}

/** Prefers a numeric parameter, because its values have an order and distances. */
function defaultAxis(cells: readonly Cell[], axes: readonly Axis[]): Axis | undefined {
  return axes.find((axis) => isNumeric(cells, axis)) ?? axes[0]
}

interface PlotSectionProps extends Omit<Board, 'isNamed'>, Pick<BoardPlotProps, 'series' | 'pointed' | 'onPoint'> {
  x: Axis
  onX: (name: string) => void
}

function PlotSection({ cells, axes, names, x, onX, ...plot }: PlotSectionProps) {
  const numeric = names.filter((name) => cells.some(({ values }) => typeof values[name] === 'number'))
  const [y, setY] = useState<string>()
  const value = y ?? varyingNumber(cells, numeric) ?? numeric[0]
  if (value === undefined) return null
  return (
    <section
      aria-labelledby="sweep-plot"
      className="flex-none border-line px-6 py-5 max-lg:border-b phone:px-4 lg:w-1/2 lg:border-r min-[1440px]:w-168"
    >
      <div className="mb-3 flex items-center gap-x-3 gap-y-2 phone:grid phone:grid-cols-[max-content_minmax(0,1fr)]">
        <h2 id="sweep-plot" className="font-semibold">
          {texts.plot}
        </h2>
        <Select
          size="sm"
          className="w-auto! max-w-52 min-w-24 flex-[0_1_auto] phone:max-w-none"
          aria-label={texts.value}
          value={value}
          onChange={setY}
          options={numeric.map((name) => ({ value: name, label: humanize(name) }))}
        />
        <span className="text-ink-2">{texts.against}</span>
        <Select
          size="sm"
          className="w-auto! max-w-52 min-w-24 flex-[0_1_auto] phone:max-w-none"
          aria-label={texts.parameter}
          value={x.name}
          onChange={onX}
          options={axes.map(({ name, label }) => ({ value: name, label }))}
        />
      </div>
      <BoardPlot cells={cells} x={x} y={value} {...plot} />
    </section>
  )
}
