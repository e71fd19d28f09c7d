import { MEDIA } from '@millrace/contracts/media-types'
import { useState } from 'react'
import { ChipField } from '#components/ui/chip-field.tsx'
import { typeWord } from '#components/ui/file-icon.tsx'
import type { Filter } from '#components/ui/filter-bar.tsx'
import { Input } from '#components/ui/input.tsx'
import { refined, type WorkDataListSearch } from './work-data-list-search.ts'

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

/** The filters of the list: which are set, how to edit them, how to drop them. `tags` are those still in reach. */
export function useWorkDataFilters(
  search: WorkDataListSearch,
  onSearch: (search: WorkDataListSearch) => void,
  tags: readonly string[],
): Filter[] {
  const set = (change: Partial<WorkDataListSearch>) => onSearch(refined(search, change))
  return [
    {
      id: 'MediaTypeContains',
      label: 'Type is',
      value: search.MediaTypeContains && typeWord(search.MediaTypeContains),
      edit: (close) => <TypeEditor onPick={(MediaTypeContains) => [set({ MediaTypeContains }), close()]} />,
      onClear: () => set({ MediaTypeContains: undefined }),
    },
    tagsFilter('TagsByAnd', 'Tags all of'),
    tagsFilter('TagsByOr', 'Tags any of'),
    dateFilter('CreatedAfter', 'Created after'),
    dateFilter('CreatedBefore', 'Created before'),
    {
      id: 'IsDeletable',
      label: 'Files are',
      value: search.IsDeletable === undefined ? undefined : search.IsDeletable ? 'free to delete' : 'protected',
      edit: (close) => <DeletableEditor onPick={(IsDeletable) => [set({ IsDeletable }), close()]} />,
      onClear: () => set({ IsDeletable: undefined }),
    },
    {
      id: 'ShowHidden',
      label: 'Hidden files are',
      value: search.ShowHidden ? 'shown' : undefined,
      onAdd: () => set({ ShowHidden: true }),
      onClear: () => set({ ShowHidden: false }),
    },
  ]

  function dateFilter(key: 'CreatedAfter' | 'CreatedBefore', label: string): Filter {
    const value = search[key]
    return {
      id: key,
      label,
      value: value && day.format(new Date(`${value}T12:00:00`)),
      edit: (close) => <DateEditor label={label} value={value} onChange={(date) => [set({ [key]: date }), close()]} />,
      onClear: () => set({ [key]: undefined }),
    }
  }

  function tagsFilter(key: 'TagsByAnd' | 'TagsByOr', label: string): Filter {
    const value = search[key]
    const options = [...new Set([...(value ?? []), ...tags])].map((tag) => ({ value: tag, label: tag }))
    return {
      id: key,
      label,
      value: value?.join(', '),
      edit: () => (
        <div className="w-64">
          <ChipField
            autoFocus
            free
            control={{ 'aria-label': label }}
            values={value ?? []}
            options={options}
            onChange={(next) => set({ [key]: next.length > 0 ? next : undefined })}
            placeholder="Tag"
          />
        </div>
      ),
      onClear: () => set({ [key]: undefined }),
    }
  }
}

const COMMON_TYPES = [
  MEDIA.csv,
  MEDIA.parquet,
  MEDIA.json,
  MEDIA.plotly,
  MEDIA.text,
  MEDIA.xml,
  MEDIA.html,
  MEDIA.pdf,
  MEDIA.zip,
  'image/',
]
const ITEM = 'flex h-8 w-full items-center gap-2 rounded-md px-2 text-left hover:bg-hover touch:h-11'

function TypeEditor({ onPick }: { onPick: (type: string) => void }) {
  const [text, setText] = useState('')
  return (
    <div className="grid w-56 gap-2">
      <Input
        autoFocus
        aria-label="Type contains"
        placeholder="Any part of the type"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && text.trim() !== '' && onPick(text.trim())}
      />
      <ul className="-mx-2" aria-label="Type">
        {COMMON_TYPES.map((type) => (
          <li key={type}>
            <button type="button" className={ITEM} onClick={() => onPick(type)}>
              {type === 'image/' ? 'Any picture' : typeWord(type)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function DeletableEditor({ onPick }: { onPick: (isDeletable: boolean) => void }) {
  return (
    <ul className="-m-2 grid w-44" aria-label="Deletion">
      <li>
        <button type="button" className={ITEM} onClick={() => onPick(true)}>
          Free to delete
        </button>
      </li>
      <li>
        <button type="button" className={ITEM} onClick={() => onPick(false)}>
          Protected
        </button>
      </li>
    </ul>
  )
}

interface DateEditorProps {
  label: string
  value: string | undefined
  onChange: (date: string) => void
}

function DateEditor({ label, value, onChange }: DateEditorProps) {
  const [draft, setDraft] = useState(value ?? '')
  return (
    <Input
      type="date"
      aria-label={label}
      autoFocus
      value={draft}
      onChange={({ target }) => {
        setDraft(target.value)
        if (target.value.length === 10) onChange(target.value)
      }}
    />
  )
}
