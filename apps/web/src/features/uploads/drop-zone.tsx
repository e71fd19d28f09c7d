import { useQuery } from '@tanstack/react-query'
import { CloudUpload } from 'lucide-react'
import { Kbd } from '#components/ui/kbd.tsx'
import { infoQuery } from '#lib/entry-point.ts'
import { fill } from '#lib/fill.ts'
import { formatLimit } from '#lib/format.ts'
import { keyCaps } from '#lib/keys.ts'
import { TagsForAll } from './tags-for-all.tsx'
import * as texts from './texts.ts'

/** Says that the whole page takes files, and which; a touch screen has nothing to drop. */
export function DropZone() {
  const { data: info } = useQuery(infoQuery)
  const limit = info?.properties.FileLimitInBytes
  return (
    <div className="mx-6 flex min-h-16 flex-none flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-dashed border-control px-4 py-3 phone:mx-4 touch:border-transparent touch:px-0 touch:pt-0">
      <span className="grid size-8 flex-none place-items-center rounded-md bg-tag text-ink-2 touch:hidden">
        <CloudUpload aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1 basis-80">
        <p className="font-medium touch:hidden">{texts.dropAnywhere}</p>
        <p className="text-xs leading-5 text-ink-3">
          {texts.fileTypes}
          {limit ? ` · ${fill(texts.upToPerFile, formatLimit(limit))}` : null}
          <span className="touch:hidden">
            {' · '}
            <Kbd className="h-4!">{keyCaps('mod+v')}</Kbd> {texts.toPaste}
          </span>
        </p>
      </div>
      <TagsForAll />
    </div>
  )
}
