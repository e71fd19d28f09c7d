import { History } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Popover } from '#components/ui/popover.tsx'
import { Time } from '#components/ui/time.tsx'
import type { WorkDataDocument } from '#features/work-data/work-data.queries.ts'
import { fill } from '#lib/fill.ts'
import { selfHref } from '#lib/siren.ts'
import { versionOf } from '../workflow-tags.ts'
import * as texts from './texts.ts'

interface VersionsMenuProps {
  versions: readonly WorkDataDocument[]
  current: WorkDataDocument | undefined
  onCompare: (file: WorkDataDocument) => void
  onOpen: (file: WorkDataDocument) => void
}

/** Menu of all versions of the workflow, to open or to compare with the one on the page. */
export function VersionsMenu({ versions, current, onCompare, onOpen }: VersionsMenuProps) {
  const [open, setOpen] = useState(false)
  if (versions.length === 0) return null
  return (
    <Popover
      label={texts.versions}
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="quiet" icon={<History />}>
          {texts.versions}
        </Button>
      }
    >
      <ul className="scroll-thin -m-1 grid max-h-80 w-84 overflow-y-auto">
        {versions.map((file) => {
          const version = versionOf(file.properties.Tags)
          return (
            <li key={selfHref(file)} className="flex h-10 items-center gap-2 px-2">
              <span className="font-medium">{fill(texts.version, version)}</span>
              <Time at={file.properties.CreatedAt} className="cell-time flex-1 text-xs text-ink-3" />
              <Button
                size="sm"
                variant="text"
                aria-label={fill(texts.compareWithVersion, version)}
                onClick={() => {
                  setOpen(false)
                  onCompare(file)
                }}
              >
                {texts.compare}
              </Button>
              {current && selfHref(current) === selfHref(file) ? null : (
                <Button
                  size="sm"
                  variant="text"
                  aria-label={fill(texts.openVersion, version)}
                  onClick={() => {
                    setOpen(false)
                    onOpen(file)
                  }}
                >
                  {texts.open}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </Popover>
  )
}
