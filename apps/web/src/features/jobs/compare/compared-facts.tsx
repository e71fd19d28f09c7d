import { clsx } from 'clsx'
import { type ComparedFact, differs } from './compared-jobs.ts'
import * as texts from './texts.ts'
import { COMPARE_TEXTS } from './texts.ts'

/** The setup and the parameters of both jobs. What differs is marked. */
export function ComparedFacts({
  facts,
  onlyDifferences,
}: {
  facts: readonly ComparedFact[]
  onlyDifferences: boolean
}) {
  const shown = onlyDifferences ? facts.filter(differs) : facts
  if (shown.length === 0) return <p className="p-6 text-md text-ink-2 phone:p-4">{COMPARE_TEXTS.sameParameters}</p>
  return (
    <div className="p-6 phone:p-4">
      <table aria-label={texts.parametersOfBothJobs} className="w-full max-w-5xl table-fixed">
        <thead>
          <tr className="text-left text-xs text-ink-2 *:pb-1.5 *:font-normal">
            <th scope="col" className="w-[28%]">
              <span className="sr-only">{texts.parameter}</span>
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
      <Value text={fact.before} isLit={isLit} />
      <Value text={fact.after} isLit={isLit} />
    </tr>
  )
}

function Value({ text, isLit }: { text: string | undefined; isLit: boolean }) {
  return (
    <td className={clsx('px-2.5 whitespace-pre-wrap wrap-anywhere', isLit ? 'bg-warning-soft' : 'text-ink-3')}>
      {text === undefined ? <span className="text-ink-3">–</span> : text || 'none'}
    </td>
  )
}
