import { MoveHorizontal, ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { FindTools } from '../find-tools.tsx'
import { PageNumber } from '../page-number.tsx'
import * as previewTexts from '../texts.ts'
import type { PdfCommand, PdfState } from './pdf-channel.ts'
import * as texts from './texts.ts'

interface PdfToolsProps {
  state: PdfState
  onCommand: (command: PdfCommand) => void
}

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
      <IconButton size="sm" label={previewTexts.zoomOut} icon={<ZoomOut />} onClick={() => zoom('out')} />
      <IconButton size="sm" label={previewTexts.zoomIn} icon={<ZoomIn />} onClick={() => zoom('in')} />
      <IconButton size="sm" label={texts.fitWidth} icon={<MoveHorizontal />} onClick={() => zoom('width')} />
    </>
  )
}

function FindInPages({ state, onCommand }: PdfToolsProps) {
  const [text, setText] = useState('')
  return (
    <FindTools
      label={texts.searchThePages}
      text={text}
      onFind={(wanted) => {
        setText(wanted)
        onCommand({ command: 'find', text: wanted })
      }}
      matches={state.matches}
      match={state.match}
      isSearching={state.isSearching}
      onStep={(step) => onCommand({ command: 'hit', step })}
    />
  )
}
