import { ChevronDown, ChevronUp } from 'lucide-react'
import { FindField } from '#components/ui/find-field.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { formatCount } from '#lib/format.ts'
import * as texts from './texts.ts'

interface FindToolsProps {
  label: string
  text: string
  onFind: (text: string) => void
  matches: number
  /** The current match, 1-based. */
  match: number
  /** Whether there are more matches than `matches`, because counting stopped early. */
  isPartial?: boolean
  isSearching?: boolean
  /** Whether only a part of the document is searched. */
  isPart?: boolean
  isFindInPage?: boolean
  onStep: (by: 1 | -1) => void
}

/** A search within a document: the field, the number of matches, and buttons to step through them. */
export function FindTools({ label, text, onFind, onStep, isFindInPage = false, ...found }: FindToolsProps) {
  return (
    <>
      <FindField label={label} value={text} onChange={onFind} onStep={onStep} isFindInPage={isFindInPage} />
      {text === '' ? null : (
        <>
          <span role="status" className="px-1 text-xs whitespace-nowrap text-ink-2">
            {matchText(found)}
          </span>
          <IconButton
            size="sm"
            label={texts.previousMatch}
            icon={<ChevronUp />}
            disabled={found.matches === 0}
            onClick={() => onStep(-1)}
          />
          <IconButton
            size="sm"
            label={texts.nextMatch}
            icon={<ChevronDown />}
            disabled={found.matches === 0}
            onClick={() => onStep(1)}
          />
        </>
      )}
    </>
  )
}

type Found = Pick<FindToolsProps, 'matches' | 'match' | 'isSearching' | 'isPartial' | 'isPart'>

function matchText({ matches, match, isSearching, isPartial, isPart }: Found): string {
  if (matches === 0 && isSearching) return texts.searching
  if (matches === 0) return isPart ? texts.noMatchesInThisPart : texts.noMatches
  return `${formatCount(match)} of ${formatCount(matches)}${isPartial ? '+' : ''}`
}
