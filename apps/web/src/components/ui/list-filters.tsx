import { FOLDER_KEY } from '@millrace/contracts/folder-tag'
import { lazy, useState } from 'react'
import { formatDay } from '#lib/format.ts'
import { ChipField } from './chip-field.tsx'
import type { Filter } from './filter-bar.tsx'
import { Input } from './input.tsx'
import * as texts from './texts.ts'

const FolderEditor = lazy(() => import('./folder-editor.tsx').then((module) => ({ default: module.FolderEditor })))

interface ListFilter<T> {
  id: string
  label: string
  value: T | undefined
  onChange: (value: T | undefined) => void
}

interface CreatedSearch {
  CreatedAfter?: string | undefined
  CreatedBefore?: string | undefined
}

/** Returns two filters: created after a date, and created before one. */
export function createdFilters(search: CreatedSearch, set: (change: CreatedSearch) => void): Filter[] {
  return [
    dateFilter({
      id: 'CreatedAfter',
      label: texts.createdAfter,
      value: search.CreatedAfter,
      onChange: (CreatedAfter) => set({ CreatedAfter }),
    }),
    dateFilter({
      id: 'CreatedBefore',
      label: texts.createdBefore,
      value: search.CreatedBefore,
      onChange: (CreatedBefore) => set({ CreatedBefore }),
    }),
  ]
}

interface TagSearch {
  TagsByAnd?: string[] | undefined
  TagsByOr?: string[] | undefined
}

/** Returns two tag filters: one requires all of its tags, the other any of them. `known` tags are suggested. */
export function tagFilters(search: TagSearch, set: (change: TagSearch) => void, known: readonly string[]): Filter[] {
  return [
    tagsFilter(
      { id: 'TagsByAnd', label: texts.tagsAllOf, value: search.TagsByAnd, onChange: (TagsByAnd) => set({ TagsByAnd }) },
      known,
    ),
    tagsFilter(
      { id: 'TagsByOr', label: texts.tagsAnyOf, value: search.TagsByOr, onChange: (TagsByOr) => set({ TagsByOr }) },
      known,
    ),
  ]
}

/**
 * Returns a list with a filter by folder. The list is empty if no folder is chosen and no tag names a folder. Uploading
 * a folder adds such tags to its files.
 */
export function folderFilters(
  chosen: string | undefined,
  tags: readonly string[],
  onFolder: (folder: string | undefined) => void,
): Filter[] {
  if (chosen === undefined && !tags.some((tag) => tag.startsWith(FOLDER_KEY))) return []
  return [
    {
      id: 'folder',
      label: texts.folderIs,
      value: chosen,
      edit: (close) => <FolderEditor tags={tags} onPick={(folder) => [onFolder(folder), close()]} />,
      onClear: () => onFolder(undefined),
    },
  ]
}

/** Returns a filter that includes hidden resources. */
export function hiddenFilter(
  label: string,
  { ShowHidden }: { ShowHidden: boolean },
  set: (change: { ShowHidden: boolean }) => void,
): Filter {
  return {
    id: 'ShowHidden',
    label,
    value: ShowHidden ? 'shown' : undefined,
    onAdd: () => set({ ShowHidden: true }),
    onClear: () => set({ ShowHidden: false }),
  }
}

/** Returns a filter by a date in the form YYYY-MM-DD. */
function dateFilter({ id, label, value, onChange }: ListFilter<string>): Filter {
  return {
    id,
    label,
    value: value && formatDay(`${value}T12:00:00`),
    edit: (close) => <DateEditor label={label} value={value} onChange={(date) => [onChange(date), close()]} />,
    onClear: () => onChange(undefined),
  }
}

function tagsFilter({ id, label, value = [], onChange }: ListFilter<string[]>, known: readonly string[]): Filter {
  const options = [...new Set([...value, ...known])].map((tag) => ({ value: tag, label: tag }))
  return {
    id,
    label,
    value: value.length > 0 ? value.join(', ') : undefined,
    edit: () => (
      <div className="w-64">
        <ChipField
          autoFocus
          free
          control={{ 'aria-label': label }}
          values={value}
          options={options}
          onChange={(tags) => onChange(tags.length > 0 ? tags : undefined)}
          placeholder={texts.tag}
        />
      </div>
    ),
    onClear: () => onChange(undefined),
  }
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
