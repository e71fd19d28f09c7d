import { MEDIA } from '@millrace/contracts/media-types'
import type { WorkDataProperties } from '@millrace/contracts/work-data'
import { PackageOpen } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { type SirenDocument, selfHref } from '#lib/siren.ts'
import * as texts from './texts.ts'
import { useStartWith } from './use-start-with.ts'

const UNPACKED: readonly string[] = [MEDIA.zip, MEDIA.tar, MEDIA.gzip]

/**
 * Button that opens the start panel with the step that extracts the files of an archive as work data. Not shown if that
 * isn't possible.
 */
export function UnpackArchive({ file }: { file: SirenDocument<WorkDataProperties> }) {
  const start = useStartWith('extract_archive', selfHref(file))
  if (!start || file.properties.IsForeign || !UNPACKED.includes(file.properties.MediaType)) return null
  return (
    <Button size="sm" icon={<PackageOpen aria-hidden="true" />} title={texts.unpackHelp} onClick={() => start()}>
      {texts.unpack}
    </Button>
  )
}
