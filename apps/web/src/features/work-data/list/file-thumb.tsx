import { type PreviewKind, previewKind } from '@millrace/contracts/media-types'
import { useState } from 'react'
import { FileIcon } from '#components/ui/file-icon.tsx'
import { hrefOf } from '#lib/siren.ts'
import type { WorkDataDocument } from '../work-data.queries.ts'

const LARGEST_BYTES = 2_000_000
const PICTURES: readonly PreviewKind[] = ['image', 'picture']

/** The picture itself where it is one, else the mark of its type, at 24 px. */
export function FileThumb({ file }: { file: WorkDataDocument }) {
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
      ) : (
        <FileIcon mediaType={MediaType} />
      )}
    </span>
  )
}
