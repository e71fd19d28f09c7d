import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { CloudUpload, Upload } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { infoQuery } from '#lib/entry-point.ts'
import { fill } from '#lib/fill.ts'
import { formatLimit } from '#lib/format.ts'
import { keyCaps } from '#lib/keys.ts'
import { TagsForAll } from './tags-for-all.tsx'
import * as texts from './texts.ts'

/** Says that the whole page takes files; large while there are none, one line afterwards. */
export function DropZone({ small, onChoose }: { small: boolean; onChoose: () => void }) {
  const { data: info } = useQuery(infoQuery)
  const limit = info?.properties.FileLimitInBytes
  return (
    <div
      className={clsx(
        'mx-6 flex gap-3 rounded-lg border border-dashed border-control phone:mx-4',
        small
          ? 'min-h-16 flex-wrap items-center px-4 py-2.5'
          : 'mb-6 min-h-80 flex-1 flex-col items-center justify-center p-8 text-center touch:min-h-0 touch:flex-none touch:items-start touch:border-transparent touch:px-0 touch:py-2',
      )}
    >
      <span
        className={clsx(
          'grid flex-none place-items-center rounded-md bg-tag text-ink-2 touch:hidden',
          small ? 'size-8' : 'mb-1 size-12 rounded-lg',
        )}
      >
        <CloudUpload className={small ? '' : 'size-6!'} aria-hidden="true" />
      </span>
      <span className={clsx('touch:hidden', small ? 'leading-[18px] font-medium' : 'text-lg font-semibold')}>
        {small ? texts.dropAnywhere : texts.dropFilesOrAFolder}
      </span>
      <span className={clsx('text-xs text-ink-3 touch:order-1', small && 'flex-1')}>
        {limit ? fill(texts.upToPerFile, formatLimit(limit)) : null}
        <span className="touch:hidden">
          {limit ? ' · ' : ''}
          <Kbd className="h-4!">{keyCaps('mod+v')}</Kbd> to paste
        </span>
      </span>
      <Button
        variant={small ? 'default' : 'primary'}
        className="touch:w-full"
        icon={<Upload aria-hidden="true" />}
        onClick={onChoose}
      >
        {texts.chooseFiles}
      </Button>
      <TagsForAll />
    </div>
  )
}
