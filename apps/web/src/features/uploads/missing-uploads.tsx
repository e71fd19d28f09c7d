import { X } from 'lucide-react'
import { useEffect } from 'react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { NameList } from '#components/ui/name-list.tsx'
import { fill } from '#lib/fill.ts'
import { plural } from '#lib/format.ts'
import { missingIn, missingKey, stillMissing, storeMissing } from '#lib/missing-uploads.ts'
import type { Transfer } from '#lib/transfers.ts'
import { useLocalStorage } from '#lib/use-local-storage.ts'
import * as texts from './texts.ts'

interface MissingUploadsProps {
  transfers: readonly Transfer[]
  /** Called when the user dismisses the files, so that the focus is moved elsewhere. */
  onClose: () => void
}

/** Asks for the files of a closed tab whose upload was not finished, because a page can't reopen files on its own. */
export function MissingUploads({ transfers, onClose }: MissingUploadsProps) {
  const key = missingKey() ?? ''
  const [stored] = useLocalStorage(key, (value) => value ?? '')
  const missing = missingIn(stored)
  const left = stillMissing(missing, transfers)
  const unarrived = stillMissing(
    missing,
    transfers.filter(({ state }) => state === 'done'),
  )
  // The remaining files are stored now, because completed files may disappear from the list of transfers.
  useEffect(() => {
    if (unarrived.length < missing.length) storeMissing(key, unarrived)
  })
  if (left.length === 0) return null

  return (
    <section
      aria-label={texts.missingUploads}
      className="mx-6 mt-2.5 flex items-start gap-2 rounded-md bg-warning-soft px-4 py-2.5 text-sm phone:mx-4"
    >
      <div className="min-w-0 flex-1">
        <h2 className="mb-1 font-medium">{fill(texts.filesMayBeMissing, plural(left.length, 'file'))}</h2>
        <NameList names={left.map(({ path }) => path)} />
      </div>
      <IconButton
        size="sm"
        label={texts.dismissMissing}
        icon={<X />}
        onClick={() => {
          storeMissing(key, [])
          onClose()
        }}
      />
    </section>
  )
}
