import { ChevronsDownUp, ChevronsUpDown } from 'lucide-react'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { FindTools } from '../find-tools.tsx'
import { HITS_MAX } from '../text/text-hits.ts'
import * as texts from './texts.ts'
import type { TreeFind } from './use-tree-find.ts'

interface TreeToolsProps {
  find: TreeFind
  /** Expands all rows. Undefined if not all of them are loaded. */
  onExpandAll?: () => void
  onCollapseAll: () => void
  /** The text to copy, if it is loaded. */
  content?: string
}

export function TreeTools({ find, onExpandAll, onCollapseAll, content }: TreeToolsProps) {
  return (
    <>
      <FindTools
        label={find.isPart ? texts.searchWhatIsOpen : texts.searchTheTree}
        text={find.words}
        onFind={find.find}
        matches={find.hits.length}
        match={find.at + 1}
        isPartial={find.hits.length === HITS_MAX}
        isPart={find.isPart}
        isFindInPage
        onStep={find.step}
      />
      {onExpandAll ? (
        <IconButton size="sm" label={texts.expandAll} icon={<ChevronsUpDown />} onClick={onExpandAll} />
      ) : null}
      <IconButton size="sm" label={texts.collapseAll} icon={<ChevronsDownUp />} onClick={onCollapseAll} />
      {content === undefined ? null : <CopyButton text={content} label={texts.copyAll} />}
    </>
  )
}
