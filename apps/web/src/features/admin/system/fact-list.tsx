import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

type Fact = readonly [name: ReactNode, value: ReactNode]

export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[160px_minmax(0,1fr)] gap-y-1.5 phone:grid-cols-[144px_minmax(0,1fr)]">
      {facts.map(([name, value], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: facts keep their places
        <div key={at} className="contents">
          <dt className="text-ink-3">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Says whether everything in a section is fine. Shown beside the section's title. */
export function Verdict({ isFine, children }: { isFine: boolean; children: ReactNode }) {
  const Icon = isFine ? CircleCheck : TriangleAlert
  return (
    <p className={`flex items-start gap-2 font-medium ${isFine ? 'text-success' : 'text-warning'}`}>
      <Icon aria-hidden="true" className="icon-sm mt-[3px] flex-none" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  )
}
