import { ChevronDown, ChevronUp, MoveHorizontal, ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import { FindField } from '#components/ui/find-field.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { formatCount } from '#lib/format.ts'
import { PageNumber } from '../page-number.tsx'
import type { PdfCommand, PdfState } from './pdf-channel.ts'
import * as texts from './texts.ts'

interface PdfToolsProps {
  state: PdfState
  onCommand: (command: PdfCommand) => void
}

/** Search, page number and zoom of a PDF. */
export function PdfTools({ state, onCommand }: PdfToolsProps) {
  if (state.pages === 0 || state.failed) return null
  const zoom = (to: 'in' | 'out' | 'width') => onCommand({ command: 'zoom', zoom: to })
  return (
    <>
      <FindInPages state={state} onCommand={onCommand} />
      <PageNumber
        key={state.page}
        page={state.page}
        pages={state.pages}
        onPage={(page) => onCommand({ command: 'page', page })}
      />
      <IconButton size="sm" label={texts.zoomOut} icon={<ZoomOut aria-hidden="true" />} onClick={() => zoom('out')} />
      <IconButton size="sm" label={texts.zoomIn} icon={<ZoomIn aria-hidden="true" />} onClick={() => zoom('in')} />
      <IconButton
        size="sm"
        label={texts.fitWidth}
        icon={<MoveHorizontal aria-hidden="true" />}
        onClick={() => zoom('width')}
      />
    </>
  )
}

function FindInPages({ state, onCommand }: PdfToolsProps) {
  const [text, setText] = useState('')
  const step = (by: 1 | -1) => onCommand({ command: 'hit', step: by })
  return (
    <>
      <FindField
        label={texts.searchThePages}
        value={text}
        onChange={(wanted) => {
          setText(wanted)
          onCommand({ command: 'find', text: wanted })
        }}
      />
      {text === '' ? null : (
        <>
          <span role="status" className="px-1 text-xs whitespace-nowrap text-ink-2">
            {matchWords(state)}
          </span>
          <IconButton
            size="sm"
            label={texts.previousMatch}
            icon={<ChevronUp aria-hidden="true" />}
            disabled={state.matches === 0}
            onClick={() => step(-1)}
          />
          <IconButton
            size="sm"
            label={texts.nextMatch}
            icon={<ChevronDown aria-hidden="true" />}
            disabled={state.matches === 0}
            onClick={() => step(1)}
          />
        </>
      )}
    </>
  )
}

function matchWords({ matches, match, isSearching }: PdfState): string {
  if (matches === 0) return isSearching ? texts.searching : texts.noMatches
  return `${formatCount(match)} of ${formatCount(matches)}`
}
