import type { HierarchyNode, HierarchyPreviewProperties } from '@millrace/contracts/hierarchies'
import { MEDIA } from '@millrace/contracts/media-types'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Folder, Link2, Table2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { FindField } from '#components/ui/find-field.tsx'
import { fill } from '#lib/fill.ts'
import { formatCount, plural } from '#lib/format.ts'
import { touch } from '#lib/touch.ts'
import { PreviewToolbar } from '../preview-toolbar.tsx'
import type { PreviewedFile } from '../previews.queries.ts'
import { ScrollArea } from '../scroll-area.tsx'
import * as texts from './texts.ts'

interface NodeListProps {
  hierarchy: HierarchyPreviewProperties
  file: PreviewedFile
  views: ReactNode
  onOpen: (path: string) => void
}

const ROW_HEIGHT = touch.matches ? 44 : 32
const INDENT = 20
const COLUMNS =
  'grid grid-cols-[minmax(0,1fr)_12rem_10rem] items-center gap-4 px-6 sm:max-xl:grid-cols-[minmax(0,1fr)_6rem_6rem] phone:grid-cols-[minmax(0,1fr)_6rem] phone:px-4'
const ICONS = { group: Folder, dataset: Table2, link: Link2, other: Link2 }

/** Lists groups and datasets, each indented below the group that contains it. Only the rows in view are rendered. */
export function NodeList({ hierarchy, file, views, onOpen }: NodeListProps) {
  const frame = useRef<HTMLElement>(null)
  const [find, setFind] = useState('')
  const nodes = hierarchy.Nodes.filter(({ Path }) => Path.toLowerCase().includes(find.toLowerCase()))
  // oxlint-disable-next-line react/incompatible-library -- the virtualizer's functions are called in this render only
  const virtual = useVirtualizer({
    count: nodes.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 20,
  })
  // The equivalent of an HDF5 dataset is called a variable in NetCDF.
  const hasVariables = file.mediaType === MEDIA.netcdf
  const dataSets = hierarchy.Nodes.filter(({ Kind }) => Kind === 'dataset').length
  return (
    <>
      <PreviewToolbar views={views}>
        <Button size="sm" variant="text" className="phone:-ml-1.5" onClick={() => onOpen('/')}>
          {texts.attributesOfTheFile}
        </Button>
        <FindField
          label={hasVariables ? texts.searchVariables : texts.searchGroupsAndDataSets}
          value={find}
          onChange={setFind}
        />
      </PreviewToolbar>
      {hierarchy.Notes.length > 0 ? (
        <p role="status" className="flex-none border-t border-line bg-warning-soft px-6 py-1.5 text-xs phone:px-4">
          {hierarchy.Notes.join(' ')}
        </p>
      ) : null}
      <div className={`${COLUMNS} h-8 flex-none border-t border-line text-xs text-ink-2`} aria-hidden="true">
        <span>{texts.name}</span>
        <span className="phone:hidden">{texts.type}</span>
        <span>{texts.shape}</span>
      </div>
      <ScrollArea ref={frame} label={fill(texts.contentsOf, file.name)}>
        {nodes.length === 0 ? (
          <p className="px-6 py-4 text-ink-2">{hasVariables ? texts.noGroupsOrVariables : texts.noGroupsOrDataSets}</p>
        ) : null}
        <ul className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const node = nodes[index]
            return node ? (
              <NodeRow key={node.Path} node={node} at={index} size={nodes.length} top={start} onOpen={onOpen} />
            ) : null
          })}
        </ul>
      </ScrollArea>
      <footer className="flex h-8 flex-none items-center border-t border-line px-6 text-xs text-ink-2 phone:px-4">
        {plural(dataSets, hasVariables ? 'variable' : 'dataset')}
      </footer>
    </>
  )
}

interface NodeRowProps {
  node: HierarchyNode
  /** The node's index among all `size` rows, of which only some are rendered. */
  at: number
  size: number
  top: number
  onOpen: (path: string) => void
}

function NodeRow({ node, at, size, top, onOpen }: NodeRowProps) {
  const { Path, Name, Depth, Kind, Type, Shape } = node
  const Icon = ICONS[Kind]
  return (
    <li
      aria-setsize={size}
      aria-posinset={at + 1}
      className={`${COLUMNS} absolute top-0 left-0 w-full border-b border-line hover:bg-hover`}
      style={{ height: ROW_HEIGHT, transform: `translateY(${top}px)` }}
    >
      <span className="flex min-w-0 items-center gap-2" style={{ paddingLeft: Depth * INDENT }}>
        <Icon aria-hidden="true" className="icon-sm flex-none text-ink-2" />
        {Kind === 'group' || Kind === 'dataset' ? (
          <span className="grid leading-4">
            <button
              type="button"
              aria-label={Path}
              title={Path}
              className="truncate text-left text-accent hover:underline touch:before:absolute touch:before:inset-0"
              onClick={() => onOpen(Path)}
            >
              {Name}
            </button>
            {Type ? <span className="truncate font-mono text-xs text-ink-2 sm:hidden">{Type}</span> : null}
          </span>
        ) : (
          <span className="truncate">
            {Name} <span className="text-xs text-ink-2">{Kind === 'link' ? 'link, not followed' : 'not shown'}</span>
          </span>
        )}
      </span>
      <span className="truncate font-mono text-xs text-ink-2 phone:hidden">{Type}</span>
      <span className="truncate font-mono text-xs text-ink-2">{Kind === 'dataset' ? shapeText(Shape) : ''}</span>
    </li>
  )
}

/** Formats a shape as `200 × 3`. A dataset without dimensions has a single value, and one without a shape is empty. */
function shapeText(shape: readonly number[] | null): string {
  if (shape === null) return 'empty'
  return shape.length === 0 ? 'single value' : shape.map(formatCount).join(' × ')
}
