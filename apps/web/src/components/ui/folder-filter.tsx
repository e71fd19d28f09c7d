import { Folder as FolderIcon } from 'lucide-react'
import { type Folder, foldersOf } from '#lib/folders.ts'
import type { Filter } from './filter-bar.tsx'
import * as texts from './texts.ts'

/**
 * Returns a list with a filter by folder. The list is empty if no folder is chosen and no tag names a folder. Uploading
 * a folder adds such tags to its files.
 */
export function folderFilters(
  chosen: string | undefined,
  tags: readonly string[],
  onFolder: (folder: string | undefined) => void,
): Filter[] {
  const folders = foldersOf(tags)
  if (folders.length === 0 && chosen === undefined) return []
  return [
    {
      id: 'folder',
      label: texts.folderIs,
      value: chosen,
      edit: (close) => <FolderEditor folders={folders} onPick={(folder) => [onFolder(folder), close()]} />,
      onClear: () => onFolder(undefined),
    },
  ]
}

function FolderEditor({ folders, onPick }: { folders: readonly Folder[]; onPick: (path: string) => void }) {
  return (
    <ul className="-m-2 max-h-80 w-64 overflow-y-auto" aria-label={texts.folder}>
      {folders.map(({ path, name, depth }) => (
        <li key={path}>
          <button
            type="button"
            className="flex h-8 w-full items-center gap-2 rounded-md px-2 text-left hover:bg-hover touch:h-11"
            title={path}
            onClick={() => onPick(path)}
          >
            <span className="flex min-w-0 items-center gap-2" style={{ paddingLeft: `${Math.min(depth, 6)}rem` }}>
              <FolderIcon className="icon-sm text-ink-3" />
              <span className="truncate">{name}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
