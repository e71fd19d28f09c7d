import { Files } from 'lucide-react'
import { FileIcon } from '#components/ui/file-icon.tsx'
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx'
import { fill } from '#lib/fill.ts'
import { plural } from '#lib/format.ts'
import { selfHref } from '#lib/siren.ts'
import { useTransfers } from '#lib/transfers.ts'
import { useStartJob } from '#lib/use-start-job.ts'
import { CHIP, ChipRow } from './chip-row.tsx'
import type { WorkDataDocument } from './dashboard.queries.ts'
import * as texts from './texts.ts'

const FILES_SHOWN = 3

/**
 * The newest files, each of which opens the selection of a step with a single click. Files that this tab uploaded can
 * be used together, if all of them are among the newest.
 */
export function NewData({ files }: { files: readonly WorkDataDocument[] }) {
  const startJob = useStartJob()
  const recent = new Set(files.map(selfHref))
  const uploaded = useTransfers().flatMap(({ state, href }) => (state === 'done' && href ? href : []))
  if (files.length === 0) return null
  return (
    <ChipRow label={texts.recentData}>
      {uploaded.length > 1 && uploaded.every((href) => recent.has(href)) ? (
        <button type="button" onClick={() => startJob({ data: uploaded })} className={`${CHIP} flex-none text-ink`}>
          <Files className="icon-sm text-ink-3" />
          {fill(texts.startJobWithFiles, plural(uploaded.length, 'file'))}
        </button>
      ) : null}
      {files.slice(0, FILES_SHOWN).map((file) => (
        <button
          key={selfHref(file)}
          type="button"
          title={fill(texts.startAJobWith, file.properties.Name)}
          onClick={() => startJob({ data: [selfHref(file)] })}
          className={CHIP}
        >
          <FileIcon mediaType={file.properties.MediaType} className="text-ink-3" />
          <MiddleTruncate text={file.properties.Name} className="max-w-72 text-ink" />
        </button>
      ))}
    </ChipRow>
  )
}
