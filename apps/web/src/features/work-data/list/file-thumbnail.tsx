import { type PreviewKind, previewKind } from '@millrace/contracts/media-types'
import { Files } from 'lucide-react'
import { useState } from 'react'
import { FileIcon } from '#components/ui/file-icon.tsx'
import { foldedSweep } from '#lib/fold-sweeps.ts'
import { hrefOf } from '#lib/siren.ts'
import type { ListedFile } from './fold-files.ts'

const LARGEST_BYTES = 2_000_000
const PICTURES: readonly PreviewKind[] = ['image', 'picture']

/** The file itself if it is a small image, otherwise an icon. 24 px wide and high. */
export function FileThumbnail({ file }: { file: ListedFile }) {
  const [broken, setBroken] = useState(false)
  const { MediaType, SizeInBytes } = file.properties
  const href = hrefOf(file, 'Inline')
  const drawn = href && !broken && PICTURES.includes(previewKind(MediaType)) && SizeInBytes <= LARGEST_BYTES
  return (
    <span className="grid size-6 flex-none place-items-center overflow-hidden rounded-sm bg-tag text-ink-2">
      {drawn ? (
        <img
          src={href}
          alt=""
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
          onError={() => setBroken(true)}
        />
      ) : foldedSweep(file) ? (
        <Files className="icon-sm" />
      ) : (
        <FileIcon mediaType={MediaType} />
      )}
    </span>
  )
}
