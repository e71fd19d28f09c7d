import { fill } from '#lib/fill.ts'
import type { SqlTable } from '#lib/sql-tables.ts'
import * as texts from './texts.ts'

const MOST_COLUMNS = 200

/** The tables that a query can read, with their columns. Pressing a name inserts it. */
export function SqlTables({ tables, onPick }: { tables: readonly SqlTable[]; onPick: (name: string) => void }) {
  if (tables.length === 0) return <p className="text-xs text-ink-3">{texts.chooseDataToSeeTables}</p>
  return (
    <section
      aria-label={texts.tablesAndColumns}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list must be scrollable by keyboard
      tabIndex={0}
      className="scroll-thin max-h-56 overflow-y-auto rounded-md bg-sunken px-2 py-1.5 text-xs"
    >
      {tables.map(({ names: [short = '', long], columns }) => (
        <div key={short} className="mb-1.5 last:mb-0">
          <div className="flex min-w-0 gap-2 py-0.5">
            <Name text={short} onPick={onPick} strong />
            {long && long !== short ? <Name text={long} onPick={onPick} /> : null}
          </div>
          <ul>
            {columns.slice(0, MOST_COLUMNS).map(({ Name: name, Kind }) => (
              <li key={name} className="flex min-w-0 items-center gap-2">
                <Name text={name} onPick={onPick} />
                <span className="ml-auto flex-none text-ink-3">{Kind}</span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

function Name({ text, onPick, strong = false }: { text: string; onPick: (name: string) => void; strong?: boolean }) {
  return (
    <button
      type="button"
      // Not tab stops, because the names are only a shortcut for typing.
      tabIndex={-1}
      dir="auto"
      title={fill(texts.insert, text)}
      onClick={() => onPick(text)}
      className={`min-h-6 min-w-0 truncate rounded-sm text-left font-mono hover:text-accent ${strong ? 'flex-none font-medium' : ''}`}
    >
      {text}
    </button>
  )
}
