import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Button } from '#components/ui/button.tsx'
import { TakesAndMakes } from '#components/ui/slot-kinds.tsx'
import { StepIcon } from '#components/ui/step-icon.tsx'
import { fill } from '#lib/fill.ts'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import type { StepFamily } from '#lib/step-versions.ts'
import { useStartJob } from '#lib/use-start-job.ts'
import { useValue, type Value } from '#lib/value.ts'
import { shortUsageSummary, usageSummary } from '../step-usage.tsx'
import * as texts from './texts.ts'

interface StepCardsProps {
  families: readonly StepFamily[]
  cursor: Value<string | undefined>
}

/** The steps as cards. Phones show one column. */
export function StepCards({ families, cursor }: StepCardsProps) {
  const active = useValue(cursor)
  const startJob = useStartJob()
  const owners = new Set(families.map(({ newest }) => newest.properties.OwnerName))
  return (
    <ul
      aria-label={texts.processingSteps}
      className="grid grid-cols-[repeat(auto-fill,minmax(300px,1fr))] gap-4 p-6 phone:p-4"
    >
      {families.map(({ newest }) => {
        const { Title, ShortDescription, FunctionName, Version, OwnerName, Use, Examples } = newest.properties
        const [example] = Examples
        const href = selfHref(newest)
        return (
          <li
            key={href}
            data-active={active === href || undefined}
            className={clsx(
              'relative flex min-w-0 flex-col gap-3 rounded-lg border px-4 py-3 hover:border-line-strong',
              active === href ? 'border-accent' : 'border-line',
            )}
          >
            <span className="flex items-center gap-3">
              <StepIcon step={newest.properties} />
              <span className="grid min-w-0 flex-1 grid-cols-1">
                <Link
                  to="/processing-steps/$details"
                  params={{ details: encodeLink(href) }}
                  className="truncate font-medium after:absolute after:inset-0 after:rounded-lg"
                >
                  {Title}
                </Link>
                <span className="grid grid-cols-1 text-xs">
                  <TakesAndMakes
                    inputs={newest.properties.InputDataSlotSpecification ?? []}
                    outputs={newest.properties.OutputDataSlotSpecification ?? []}
                  />
                </span>
              </span>
            </span>
            <span className="flex-1">
              <span className="line-clamp-3">{ShortDescription}</span>
              {example ? (
                <span className="mt-1 block truncate text-xs text-ink-3">{fill(texts.example, example.Title)}</span>
              ) : null}
            </span>
            <span className="flex items-center gap-4 border-t border-line pt-3">
              <span className="grid min-w-0 flex-1 grid-cols-1 text-xs text-ink-3">
                <span className="mono-sm truncate">
                  {FunctionName} {Version}
                </span>
                {owners.size > 1 ? <span className="truncate">{OwnerName}</span> : null}
                <span className="truncate" title={usageSummary(Use)}>
                  {shortUsageSummary(Use)}
                </span>
              </span>
              <Button size="sm" className="relative z-10 ml-auto flex-none" onClick={() => startJob({ step: href })}>
                {texts.useThisStep}
              </Button>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
