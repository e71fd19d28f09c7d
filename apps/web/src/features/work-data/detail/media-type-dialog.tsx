import { MEDIA } from '@millrace/contracts/media-types'
import { useState } from 'react'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { Select } from '#components/ui/select.tsx'
import type { SirenAction } from '#lib/siren.ts'
import { useRunWorkDataAction } from '../use-run-work-data-action.ts'
import type { WorkDataDocument } from '../work-data.queries.ts'
import * as texts from './texts.ts'

const TYPES: readonly [label: string, mediaType: string][] = [
  ['Text', MEDIA.text],
  ['CSV', MEDIA.csv],
  ['TSV', MEDIA.tsv],
  ['JSON', MEDIA.json],
  ['JSON lines', MEDIA.jsonLines],
  ['GeoJSON', MEDIA.geojson],
  ['XML', MEDIA.xml],
  ['HTML', MEDIA.html],
  ['Markdown', MEDIA.markdown],
  ['Parquet', MEDIA.parquet],
  ['Arrow', MEDIA.arrow],
  ['Excel', MEDIA.xlsx],
  ['SQLite', MEDIA.sqlite],
  ['NetCDF', MEDIA.netcdf],
  ['HDF5', MEDIA.hdf5],
  ['PDF', MEDIA.pdf],
  ['PNG', MEDIA.png],
  ['JPEG', MEDIA.jpeg],
  ['TIFF', MEDIA.tiff],
  ['ZIP', MEDIA.zip],
  ['TAR', MEDIA.tar],
  ['gzip', MEDIA.gzip],
  ['Unknown', MEDIA.binary],
]

interface MediaTypeDialogProps {
  file: WorkDataDocument
  action: SirenAction
  onClose: () => void
}

/**
 * Changes the media type of a file, which determines its preview and the steps that accept it. The content stays the
 * same.
 */
export function MediaTypeDialog({ file, action, onClose }: MediaTypeDialogProps) {
  const { run, isPending } = useRunWorkDataAction()
  const [type, setType] = useState(file.properties.MediaType)
  const isKnown = TYPES.some(([, mediaType]) => mediaType === file.properties.MediaType)
  const options = TYPES.map(([label, value]) => ({ value, label: `${label} (${value})` }))
  const own = isKnown ? [] : [{ value: file.properties.MediaType, label: file.properties.MediaType }]
  return (
    <FormDialog
      title={texts.treatAs}
      save={texts.changeType}
      working={isPending}
      onSubmit={() => run(file, action, { MediaType: type }, onClose)}
      onClose={onClose}
    >
      <p className="text-ink-2">{texts.contentStays}</p>
      <Select aria-label={texts.mediaType} value={type} onChange={setType} options={[...own, ...options]} />
    </FormDialog>
  )
}
