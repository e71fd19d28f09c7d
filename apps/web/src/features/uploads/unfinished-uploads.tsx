import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { fill } from '#lib/fill.ts'
import { focusNeighbor } from '#lib/focus-neighbor.ts'
import { formatBytes } from '#lib/format.ts'
import { discardUpload, isSentElsewhere, nameSizeAndTimeOf, transferTo, unfinishedQuery } from '#lib/partial-uploads.ts'
import { mayTryAgain } from '#lib/transfer-verbs.ts'
import { isOpen, isSentInParts, type Transfer } from '#lib/transfers.ts'
import * as texts from './texts.ts'

interface UnfinishedUploadsProps {
  transfers: readonly Transfer[]
  /** The last one is being discarded, so the focus has to leave. */
  onLast: () => void
}

/**
 * Uploads that a reload or a closed tab interrupted, also in other browsers. A page cannot open files again by itself, so
 * it asks for them, and recognizes them when they are chosen.
 */
export function UnfinishedUploads({ transfers, onLast }: UnfinishedUploadsProps) {
  const { data: unfinished = [] } = useQuery(unfinishedQuery)
  if (unfinished.length === 0) return null
  // Browsers ask the file system for the size and time of each file.
  const coming = transfers.filter((transfer) => isOpen(transfer) && isSentInParts(transfer))
  const present = coming.map(({ file }) => nameSizeAndTimeOf(file))
  const left = unfinished.filter(
    (upload) =>
      upload.Fingerprint !== '' &&
      !hasRow(upload.UploadUrl) &&
      !isSentElsewhere(upload) &&
      !present.some((start) => upload.Fingerprint.startsWith(start)),
  )
  if (left.length === 0) return null

  return (
    <section
      aria-label={texts.unfinishedUploads}
      className="mx-6 mt-2.5 rounded-md bg-warning-soft px-4 py-2.5 text-sm phone:mx-4"
    >
      <h2 className="font-medium">{texts.unfinishedHelp}</h2>
      <ul className="mt-1 grid gap-0.5">
        {left.map(({ UploadUrl, Name, SizeInBytes }) => (
          <li key={UploadUrl} className="flex items-center gap-2">
            <span className="min-w-0 truncate font-mono text-xs">{Name}</span>
            <span className="flex-none text-xs text-ink-2">{formatBytes(SizeInBytes)}</span>
            <IconButton
              size="sm"
              label={fill(texts.discardTheUploadOf, Name)}
              icon={<X aria-hidden="true" />}
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

/** A row of this tab continues the upload, or can do so. */
function hasRow(href: string): boolean {
  const transfer = transferTo(href)
  return transfer !== undefined && (isOpen(transfer) || transfer.state === 'paused' || mayTryAgain(transfer))
}
