import { clsx } from 'clsx'
import * as texts from './texts.ts'

/** One line of a comparison. A side is undefined if it lacks this fact. */
export interface ComparedFact {
  name: string
  label: string
  before: string | undefined
  after: string | undefined
  /** Remarks on both sides that are not compared, such as durations. */
  asides?: readonly [before: string | undefined, after: string | undefined]
}

/** Returns whether the two sides of a line differ. A side without a value differs from any value. */
export function differs({ before, after }: Pick<ComparedFact, 'before' | 'after'>): boolean {
  return before !== after
}

interface ComparedFactsProps {
  /** The accessible name of the table. */
  label: string
  /** The heading of the column of labels. */
  head: string
  facts: readonly ComparedFact[]
  onlyDifferences: boolean
  empty: string
}

/** Compares two sides line by line and marks the differences. */
export function ComparedFacts({ label, head, facts, onlyDifferences, empty }: ComparedFactsProps) {
  const shown = onlyDifferences ? facts.filter(differs) : facts
  if (shown.length === 0) return <p className="p-6 text-md text-ink-2 phone:p-4">{empty}</p>
  return (
    <div className="p-6 phone:p-4">
      <table aria-label={label} className="w-full max-w-5xl table-fixed">
        <thead>
          <tr className="text-left text-xs text-ink-2 *:pb-1.5 *:font-normal">
            <th scope="col" className="w-[28%]">
              <span className="sr-only">{head}</span>
            </th>
            <th scope="col" className="px-2.5">
              A
            </th>
            <th scope="col" className="px-2.5">
              B
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((fact) => (
            <FactRow key={fact.name} fact={fact} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function FactRow({ fact }: { fact: ComparedFact }) {
  const isLit = differs(fact)
  return (
    <tr className="border-t border-line align-top *:py-2">
      <th scope="row" className={clsx('pr-4 text-left font-normal', !isLit && 'text-ink-3')}>
        <span className="block wrap-anywhere">{fact.label}</span>
        {isLit ? <span className="text-xs text-warning">{texts.differs}</span> : null}
      </th>
      <Value text={fact.before} aside={fact.asides?.[0]} isLit={isLit} />
      <Value text={fact.after} aside={fact.asides?.[1]} isLit={isLit} />
    </tr>
  )
}

function Value({ text, aside, isLit }: { text: string | undefined; aside: string | undefined; isLit: boolean }) {
  return (
    <td className={clsx('px-2.5 whitespace-pre-wrap wrap-anywhere', isLit ? 'bg-warning-soft' : 'text-ink-3')}>
      {text === undefined ? <span className="text-ink-3">–</span> : text || 'none'}
      {aside ? <span className="ml-2 whitespace-nowrap text-ink-3">{aside}</span> : null}
    </td>
  )
}
