import type { NodePreviewProperties } from '@millrace/contracts/hierarchies'
import { ArrowLeft } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { fill } from '#lib/fill.ts'
import { LoadedPreview } from '../loaded-preview.tsx'
import { PreviewToolbar } from '../preview-toolbar.tsx'
import { type HierarchyPreview, type PreviewedFile, previewQueries } from '../previews.queries.ts'
import { ScrollArea } from '../scroll-area.tsx'
import * as texts from './texts.ts'

interface NodeViewProps {
  hierarchy: HierarchyPreview
  path: string
  file: PreviewedFile
  onBack: () => void
}

const CELL = 'max-w-80 truncate border-b border-line px-3 py-1 text-left font-mono text-xs font-normal'

/** Shows the attributes of a group or dataset, and the first values of a dataset. */
export function NodeView({ hierarchy, path, file, onBack }: NodeViewProps) {
  return (
    <>
      <PreviewToolbar
        views={
          <>
            <Button size="sm" variant="quiet" icon={<ArrowLeft />} onClick={onBack}>
              {texts.allContents}
            </Button>
            <span className="min-w-0 truncate font-mono text-xs">{path}</span>
          </>
        }
      />
      <LoadedPreview query={previewQueries.node(hierarchy, path)} file={file} kind="table">
        {({ properties }) => <NodeContent node={properties} />}
      </LoadedPreview>
    </>
  )
}

function NodeContent({ node }: { node: NodePreviewProperties }) {
  const { Path, Attributes, Columns, Rows, Notes } = node
  return (
    <>
      <ScrollArea label={fill(texts.contentOf, Path)} className="px-6 py-4 phone:px-4">
        <h2 className="mb-2 text-sm font-semibold">{texts.attributes}</h2>
        {Attributes.length === 0 ? <p className="text-sm text-ink-2">{texts.none}</p> : null}
        <dl className="grid grid-cols-[minmax(6rem,max-content)_minmax(0,1fr)] gap-x-6 gap-y-1 text-sm">
          {Attributes.map(({ Name, Value }) => (
            <div key={Name} className="contents">
              <dt className="max-w-60 truncate text-ink-2">{Name}</dt>
              <dd className="font-mono text-xs wrap-anywhere">{Value}</dd>
            </div>
          ))}
        </dl>
        {Rows.length > 0 ? <Values columns={Columns} rows={Rows} label={fill(texts.valuesOf, Path)} /> : null}
      </ScrollArea>
      {Notes.length > 0 ? (
        <footer className="flex-none border-t border-line px-6 py-1.5 text-xs text-ink-2 phone:px-4">
          {Notes.join(' ')}
        </footer>
      ) : null}
    </>
  )
}

function Values({ columns, rows, label }: { columns: string[]; rows: string[][]; label: string }) {
  return (
    <>
      <h2 className="mt-6 mb-2 text-sm font-semibold">{texts.values}</h2>
      <table aria-label={label} className="border-collapse">
        <thead>
          <tr>
            <th scope="col" className={`${CELL} text-ink-2`}>
              {texts.row}
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className={`${CELL} text-ink-2`}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no identity except their position
            <tr key={at}>
              <th scope="row" className={`${CELL} text-ink-2`}>
                {at}
              </th>
              {row.map((cell, column) => (
                <td key={columns[column]} className={CELL} title={cell}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
