import { Folder as FolderIcon } from 'lucide-react'
import { foldersOf } from '#lib/folders.ts'
import * as texts from './texts.ts'

interface FolderEditorProps {
  /** Tags of the listed items, some of which name folders. */
  tags: readonly string[]
  onPick: (path: string) => void
}

/** The folders that tags name, to choose one. */
export function FolderEditor({ tags, onPick }: FolderEditorProps) {
  return (
    <ul className="-m-2 max-h-80 w-64 overflow-y-auto" aria-label={texts.folder}>
      {foldersOf(tags).map(({ path, name, depth }) => (
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
