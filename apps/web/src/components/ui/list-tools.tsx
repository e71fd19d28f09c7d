import { useMutation } from '@tanstack/react-query'
import { Columns3, Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { fill } from '#lib/fill.ts'
import { formatCount, formatTotal } from '#lib/format.ts'
import { toast } from '#lib/toast.ts'
import { usePhone } from '#lib/use-media.ts'
import { ColumnChooser } from './column-chooser.tsx'
import type { ReadRows } from './export-csv.ts'
import { IconButton } from './icon-button.tsx'
import { type Column, labelOf, shownColumns } from './list-columns.ts'
import { SavedViews } from './saved-views.tsx'
import { SortMenu, type SortMenuProps } from './sort-menu.tsx'
import * as texts from './texts.ts'

interface ListToolsProps<T, By extends string> {
  /** The name of the exported file, and the key of the saved views: `jobs`. */
  list: string
  /** All columns, including those hidden by default. */
  columns: readonly Column<T>[]
  isTable?: boolean
  /** The ids of the chosen columns, joined by periods, or undefined for the default ones. */
  chosen: string | undefined
  onChoose: (chosen: string | undefined) => void
  /** The search parameters that a saved view keeps. */
  search: Record<string, unknown>
  read: ReadRows<T>
  /** Also offers orders by hidden columns, which have no header to click. */
  sort?: SortMenuProps<By>
  /** The switch between the views of the list. */
  children?: ReactNode
}

/** The tools of a list: sort order, columns, saved views and export. Phones have no choice of columns and no export. */
export function ListTools<T, By extends string>(props: ListToolsProps<T, By>) {
  const { list, columns, isTable = true, chosen, onChoose, search, read, sort, children } = props
  const isPhone = usePhone()
  const shown = shownColumns(columns, chosen)
  const choices = columns
    .filter(({ required }) => !required)
    .map((column) => ({ id: column.id, label: labelOf(column) }))
  const hidden = new Set(choices.map(({ id }) => id).filter((id) => shown.every((column) => column.id !== id)))
  const choose = (next: ReadonlySet<string>) =>
    onChoose(
      columns
        .filter(({ id, required }) => required || !next.has(id))
        .map(({ id }) => id)
        .join('.'),
    )
  return (
    <>
      {sort ? <SortMenu {...sort} /> : null}
      {children}
      {isPhone || !isTable ? null : (
        <ColumnChooser
          columns={choices}
          hidden={hidden}
          onChange={choose}
          onReset={chosen === undefined ? undefined : () => onChoose(undefined)}
          trigger={<IconButton size="sm" label={texts.columns} word={texts.columns} icon={<Columns3 />} />}
        />
      )}
      <SavedViews list={list} search={search} />
      {isPhone ? null : <ExportButton list={list} columns={shown} read={read} />}
    </>
  )
}

function ExportButton<T>({ list, columns, read }: Pick<ListToolsProps<T, never>, 'list' | 'columns' | 'read'>) {
  const run = useMutation({
    mutationFn: async () => (await import('./export-csv.ts')).exportCsv(list, columns, read),
    onSuccess: ({ written, total }) =>
      toast.success(
        written < total
          ? fill(texts.exportedTheFirst, formatCount(written), formatTotal(total))
          : `Exported ${formatCount(written)} ${written === 1 ? 'row' : 'rows'}`,
      ),
  })
  return (
    <IconButton
      size="sm"
      label={texts.exportAsCsv}
      word={texts.exportWord}
      icon={<Download />}
      working={run.isPending}
      onClick={() => run.mutate()}
    />
  )
}
