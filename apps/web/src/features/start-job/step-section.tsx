import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Check, Search } from 'lucide-react'
import { useState } from 'react'
import { ErrorView } from '#components/ui/error-view.tsx'
import { Input } from '#components/ui/input.tsx'
import { SkeletonOptions } from '#components/ui/skeleton-options.tsx'
import { Tag } from '#components/ui/tag.tsx'
import { processingStepQueries } from '#features/processing-steps/processing-steps.queries.ts'
import { fill } from '#lib/fill.ts'
import { selfHref } from '#lib/siren.ts'
import { onSearchKeys } from './search-keys.ts'
import { hasLoadError } from './start-load-error.tsx'
import { isStep, type StepOption, stepOptions } from './step-choice.ts'
import * as texts from './texts.ts'
import { useReadData } from './use-read-data.ts'
import type { StartPanel } from './use-start-panel.ts'

const TAGS_SHOWN = 8

/** The section to select a step. Steps that fit the data come first, each with the reason. */
export function StepSection({ panel }: { panel: StartPanel }) {
  const [text, setText] = useState('')
  const [tag, setTag] = useState<string>()
  const data = useReadData(panel)
  const { data: steps = [], isPending, error, refetch } = useQuery(processingStepQueries.lookup())
  if (error && isPending === false && steps.length === 0)
    return hasLoadError(panel) ? null : (
      <ErrorView title={texts.stepsCouldNotBeLoaded} error={error} onRetry={() => void refetch()} />
    )
  if (!isPending && steps.length === 0) return <NoSteps />

  const tags = [...new Set(steps.flatMap((step) => step.properties.Tags))].slice(0, TAGS_SHOWN)
  const tagged = tag ? steps.filter((step) => step.properties.Tags.includes(tag)) : steps
  const options = stepOptions(tagged, data, text)
  const fitting = options.filter((option) => option.fit.fits)
  const others = options.filter((option) => !option.fit.fits)
  const files = panel.data.length === 1 ? (panel.data[0]?.name ?? '') : fill(texts.files, panel.data.length)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field and the buttons inside have the focus
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3" onKeyDown={onSearchKeys}>
      <Input
        type="search"
        aria-label={texts.searchSteps}
        placeholder={texts.searchStepsPlaceholder}
        value={text}
        onChange={(event) => setText(event.target.value)}
        lead={<Search aria-hidden="true" className="icon-sm" />}
      />
      {tags.length > 0 ? (
        <div className="flex flex-wrap gap-1.5">
          {tags.map((name) => (
            <span key={name} className={clsx('rounded-sm', tag === name && 'outline outline-accent')}>
              <Tag text={name} onClick={() => setTag(tag === name ? undefined : name)} />
            </span>
          ))}
        </div>
      ) : null}
      {isPending ? <SkeletonOptions of="steps" /> : null}
      {!isPending && options.length === 0 ? <p className="text-ink-2">{texts.noMatchingSteps}</p> : null}
      <StepList
        title={panel.data.length > 0 ? fill(texts.fits, files) : undefined}
        options={fitting}
        panel={panel}
        text={text}
      />
      <StepList
        title={panel.data.length > 0 ? texts.otherSteps : undefined}
        options={others}
        panel={panel}
        text={text}
        muted
      />
    </div>
  )
}

interface StepListProps {
  title: string | undefined
  options: readonly StepOption[]
  panel: StartPanel
  /** The search term. */
  text: string
  muted?: boolean
}

function StepList({ title, options, panel, text, muted = false }: StepListProps) {
  if (options.length === 0) return null
  const chosen = panel.loaded.stepHref
  return (
    <div>
      {title ? <h3 className="truncate pb-1 text-xs text-ink-3">{title}</h3> : null}
      <ul className="-mx-2 grid grid-cols-[minmax(0,1fr)]">
        {options.map((option) => (
          <li key={selfHref(option.step)}>
            <button
              type="button"
              data-choice
              aria-pressed={isStep(option, chosen)}
              onClick={() => panel.chooseStep(selfHref(option.step), text)}
              className="flex min-h-12 w-full items-center gap-3 rounded-md px-2 py-1 text-left hover:bg-hover"
            >
              <span className="min-w-0 flex-1">
                <span className="flex min-w-0 items-baseline gap-2">
                  <span className={clsx('max-w-full flex-none truncate font-medium', muted && 'text-ink-2')}>
                    {option.step.properties.Title}
                  </span>
                  <span className="mono-sm min-w-0 truncate text-ink-3 phone:hidden">
                    {option.step.properties.FunctionName} {option.step.properties.Version} ·{' '}
                    {option.step.properties.OwnerName}
                  </span>
                </span>
                <span className="block truncate text-ink-2">{option.step.properties.ShortDescription}</span>
              </span>
              {isStep(option, chosen) ? <Check aria-hidden="true" className="icon-sm text-accent" /> : null}
              <span className="flex-none text-xs text-ink-3">{option.fit.reason}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function NoSteps() {
  return (
    <div className="grid gap-1 py-4">
      <p className="text-lg font-semibold">{texts.noStepsYet}</p>
      <p className="text-md text-ink-2">{texts.whereStepsComeFrom}</p>
    </div>
  )
}
