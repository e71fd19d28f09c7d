import type { CompareTablesParameters, TableComparisonProperties } from '@millrace/contracts/previews'
import { Select } from '#components/ui/select.tsx'
import { fill } from '#lib/fill.ts'
import * as texts from './texts.ts'

type Matching = Pick<CompareTablesParameters, 'MatchBy' | 'KeyColumns'>

interface MatchSelectProps {
  comparison: TableComparisonProperties
  chosen: Matching
  onChoose: (matching: Matching) => void
}

const COLUMN = 'column:'

/** Selects how rows are matched: the detected way, by a column, by position, or by the whole row. */
export function MatchSelect({ comparison, chosen, onChoose }: MatchSelectProps) {
  const common = comparison.Columns.filter(({ Before, After }) => Before && After)
  return (
    <span className="flex items-center gap-2 text-ink-2">
      <span aria-hidden="true" className="whitespace-nowrap">
        {texts.matchRowsBy}
      </span>
      <Select
        size="sm"
        aria-label={texts.matchRowsBy}
        className="w-52"
        value={choiceOf(chosen)}
        onChange={(value) => onChoose(matchingOf(value))}
        options={[
          { value: 'detected', label: chosen.MatchBy ? texts.detectedColumns : detectedText(comparison) },
          { value: 'position', label: texts.position },
          { value: 'rows', label: texts.wholeRow },
          ...common.map(({ Name }) => ({ value: `${COLUMN}${Name}`, label: Name })),
        ]}
      />
    </span>
  )
}

function detectedText({ MatchBy, KeyColumns }: TableComparisonProperties): string {
  if (MatchBy === 'Keys') return fill(texts.detected, KeyColumns.join(', '))
  return MatchBy === 'Position' ? texts.positionNoKeyFound : texts.wholeRowNoKeyFound
}

function choiceOf({ MatchBy, KeyColumns }: Matching): string {
  if (MatchBy === 'Position') return 'position'
  if (MatchBy === 'Rows') return 'rows'
  return KeyColumns?.[0] === undefined ? 'detected' : `${COLUMN}${KeyColumns[0]}`
}

function matchingOf(value: string): Matching {
  if (value === 'position') return { MatchBy: 'Position' }
  if (value === 'rows') return { MatchBy: 'Rows' }
  return value.startsWith(COLUMN) ? { MatchBy: 'Keys', KeyColumns: [value.slice(COLUMN.length)] } : {}
}
