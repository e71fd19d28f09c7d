import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import { useValue, type Value } from '#lib/value.ts'
import { TakesAndMakes } from '../slot-kinds.tsx'
import type { StepFamily } from '../versions.ts'

interface StepCardsProps {
  families: readonly StepFamily[]
  cursor: Value<string | undefined>
}

/** Steps as cards: one column on a phone. */
export function StepCards({ families, cursor }: StepCardsProps) {
  const active = useValue(cursor)
  return (
    <ul
      aria-label="Processing steps"
      className="grid grid-cols-[repeat(auto-fill,minmax(280px,1fr))] gap-4 p-6 phone:p-4"
    >
      {families.map(({ newest }) => {
        const { Title, ShortDescription, FunctionName, Version, OwnerName } = newest.properties
        const href = selfHref(newest)
        return (
          <li key={href} data-active={active === href || undefined} className="min-w-0">
            <Link
              to="/processing-steps/$details"
              params={{ details: encodeLink(href) }}
              className={clsx(
                'flex h-full flex-col gap-1 rounded-lg border px-4 py-3 hover:border-line-strong',
                active === href ? 'border-accent' : 'border-line',
              )}
            >
              <span className="truncate font-medium">{Title}</span>
              <span className="line-clamp-3 flex-1 text-ink-2">{ShortDescription}</span>
              <span className="mono-sm mt-1 truncate text-ink-3">
                {FunctionName} {Version} · {OwnerName}
              </span>
              <TakesAndMakes
                inputs={newest.properties.InputDataSlotSpecification ?? []}
                outputs={newest.properties.OutputDataSlotSpecification ?? []}
              />
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
