import { useState } from 'react'
import { Input } from '#components/ui/input.tsx'
import { HolderSearch, type NamedHolder } from './holder-search.tsx'
import * as texts from './texts.ts'

interface HolderEditorProps {
  kind: NamedHolder['kind']
  onPick: (holder: NamedHolder) => void
}

/** Finds the user or organization to filter by. */
export function HolderEditor({ kind, onPick }: HolderEditorProps) {
  const [text, setText] = useState('')
  const label = kind === 'user' ? texts.searchByNameOrEmail : texts.searchByName
  return (
    <div className="grid w-64 gap-2">
      <Input
        type="search"
        autoFocus
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {text.trim() ? <HolderSearch text={text.trim()} kind={kind} onPick={onPick} /> : null}
    </div>
  )
}
