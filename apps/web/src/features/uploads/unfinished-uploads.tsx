import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { fill } from '#lib/fill.ts'
import { focusNeighbor } from '#lib/focus-neighbor.ts'
import { formatBytes } from '#lib/format.ts'
import { abandonedUploads, discardUpload, unfinishedQuery } from '#lib/partial-uploads.ts'
import type { Transfer } from '#lib/transfers.ts'
import * as texts from './texts.ts'

interface UnfinishedUploadsProps {
  transfers: readonly Transfer[]
  /** Called when the last upload is being discarded, so that the focus is moved elsewhere. */
  onLast: () => void
}

/**
 * Lists uploads that were interrupted by a reload or a closed tab, including those of other browsers. A page can't
 * reopen files on its own, so it asks for them, and recognizes them when they are selected.
 */
export function UnfinishedUploads({ transfers, onLast }: UnfinishedUploadsProps) {
  const { data: unfinished = [] } = useQuery(unfinishedQuery)
  const left = abandonedUploads(unfinished, transfers)
  if (left.length === 0) return null

  return (
    <section
      aria-label={texts.unfinishedUploads}
      className="mx-6 mt-2.5 rounded-md bg-warning-soft px-4 py-2.5 text-sm phone:mx-4"
    >
      <h2 className="font-semibold">{texts.unfinishedHelp}</h2>
      <ul className="mt-1 grid gap-0.5">
        {left.map(({ UploadUrl, Name, SizeInBytes }) => (
          <li key={UploadUrl} className="flex items-center gap-2">
            <span className="min-w-0 truncate font-medium">{Name}</span>
            <span className="flex-none text-xs text-ink-2">{formatBytes(SizeInBytes)}</span>
            <IconButton
              size="sm"
              label={fill(texts.discardTheUploadOf, Name)}
              icon={<X />}
              onClick={({ currentTarget }) => {
                if (!focusNeighbor(currentTarget)) onLast()
                void discardUpload(UploadUrl)
              }}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
