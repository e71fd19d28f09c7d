import type { PreviewColumn } from '@millrace/contracts/previews'
import { Columns3 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Input } from '#components/ui/input.tsx'
import { Popover } from '#components/ui/popover.tsx'

interface ColumnChooserProps {
  columns: readonly PreviewColumn[]
  hidden: ReadonlySet<string>
  onChange: (hidden: ReadonlySet<string>) => void
}

const SEARCH_FROM = 12

/** Which columns to show. */
export function ColumnChooser({ columns, hidden, onChange }: ColumnChooserProps) {
  const [text, setText] = useState('')
  const matching = columns.filter(({ Name }) => Name.toLowerCase().includes(text.toLowerCase()))
  const shown = columns.length - hidden.size

  function toggle(name: string) {
    const next = new Set(hidden)
    if (!next.delete(name)) next.add(name)
    if (next.size < columns.length) onChange(next)
  }

  return (
    <Popover
      label="Columns"
      align="end"
      className="grid w-64 gap-2"
      trigger={
        <Button size="sm" variant="quiet" icon={<Columns3 aria-hidden="true" />}>
          {hidden.size > 0 ? `${shown} of ${columns.length} columns` : 'Columns'}
        </Button>
      }
    >
      {columns.length >= SEARCH_FROM ? (
        <Input
          inputSize="sm"
          aria-label="Find a column"
          placeholder="Find a column"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      ) : null}
      <ul className="scroll-thin max-h-72 overflow-y-auto">
        {matching.map(({ Name }) => (
          <li key={Name}>
            <Checkbox checked={!hidden.has(Name)} onChange={() => toggle(Name)}>
              <span className="block max-w-48 truncate font-mono text-xs">{Name}</span>
            </Checkbox>
          </li>
        ))}
      </ul>
      {hidden.size > 0 ? (
        <Button size="sm" variant="quiet" onClick={() => onChange(new Set())}>
          Show all
        </Button>
      ) : null}
    </Popover>
  )
}
