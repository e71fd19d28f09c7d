import { contentType, type PreviewKind, previewKind } from '@millrace/contracts/media-types'
import type { WorkDataProperties } from '@millrace/contracts/work-data'
import { clsx } from 'clsx'
import type { SirenDocument } from '#lib/siren.ts'
import { WorkDataPreview } from './work-data-preview.tsx'

/** Kinds of preview that are as high as their content, up to a limit. All others have a fixed height. */
const SIZED: readonly PreviewKind[] = ['table', 'text', 'json']

export function ResultPreview({ file }: { file: SirenDocument<WorkDataProperties> }) {
  const { MediaType, Name } = file.properties
  const isSized = SIZED.includes(previewKind(contentType(MediaType, Name)))
  return (
    <div
      className={clsx(
        'flex flex-col',
        isSized ? 'max-h-96 has-data-chart:max-h-none [--few-rows:minmax(0,auto)_auto]' : 'h-96',
      )}
    >
      <WorkDataPreview workData={file} />
    </div>
  )
}
