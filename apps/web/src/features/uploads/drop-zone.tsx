import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { CloudUpload } from 'lucide-react'
import type { ReactNode } from 'react'
import { Kbd } from '#components/ui/kbd.tsx'
import { infoQuery } from '#lib/entry-point.ts'
import { fill } from '#lib/fill.ts'
import { formatLimit } from '#lib/format.ts'
import { keyCaps } from '#lib/keys.ts'
import { TagsForAll } from './tags-for-all.tsx'
import * as texts from './texts.ts'

interface DropZoneProps {
  /** Whether the zone fills the available space, because there is nothing else yet. */
  isWhole: boolean
  /** A button to select files, unless it is shown elsewhere. */
  chooser: ReactNode
}

/**
 * Says that files can be dropped anywhere on the page, and which files are accepted. Touch screens can't drop files, so
 * they show only the accepted files and the tags.
 */
export function DropZone({ isWhole, chooser }: DropZoneProps) {
  const { data: info } = useQuery(infoQuery)
  const limit = info?.properties.FileLimitInBytes
  return (
    <div
      className={clsx(
        'mx-6 flex gap-x-4 gap-y-3 rounded-lg border border-dashed border-control px-4 py-3',
        'phone:mx-4 touch:border-0 touch:px-0 touch:pt-0',
        isWhole
          ? 'mb-6 min-h-64 flex-1 flex-col items-center justify-center pb-[8dvh] text-center touch:mb-0 touch:min-h-0 touch:flex-none touch:items-start touch:justify-start touch:pb-0 touch:text-left'
          : 'min-h-16 flex-none flex-wrap items-center',
      )}
    >
      <span
        className={clsx(
          'grid flex-none place-items-center rounded-lg bg-tag text-ink-2 touch:hidden',
          isWhole ? 'size-12' : 'size-8',
        )}
      >
        <CloudUpload className={isWhole ? 'size-6' : undefined} />
      </span>
      <div className={isWhole ? 'mb-3 touch:mb-0' : 'min-w-0 flex-1 basis-80'}>
        <p className={clsx('touch:hidden', isWhole ? 'text-lg font-semibold' : 'font-medium')}>{texts.dropAnywhere}</p>
        <p className="text-xs leading-5 text-ink-3">
          {texts.fileTypes}
          {limit ? ` · ${fill(texts.upToPerFile, formatLimit(limit))}` : null}
          <span className="touch:hidden">
            {' · '}
            <Kbd className="h-4!">{keyCaps('mod+v')}</Kbd> {texts.toPaste}
          </span>
        </p>
      </div>
      {chooser}
      <TagsForAll />
    </div>
  )
}
