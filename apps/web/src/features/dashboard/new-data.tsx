import { FileIcon } from '#components/ui/file-icon.tsx'
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx'
import { fill } from '#lib/fill.ts'
import { selfHref } from '#lib/siren.ts'
import { useStartJob } from '#lib/use-start-job.ts'
import { CHIP, ChipRow } from './chip-row.tsx'
import type { WorkDataDocument } from './dashboard.queries.ts'
import * as texts from './texts.ts'

const MOST = 3

/** The newest files, each one press away from choosing its step. */
export function NewData({ files }: { files: readonly WorkDataDocument[] }) {
  const startJob = useStartJob()
  if (files.length === 0) return null
  return (
    <ChipRow label={texts.recentData}>
      {files.slice(0, MOST).map((file) => (
        <button
          key={selfHref(file)}
          type="button"
          title={fill(texts.startAJobWith, file.properties.Name)}
          onClick={() => startJob({ data: [selfHref(file)] })}
          className={CHIP}
        >
          <FileIcon mediaType={file.properties.MediaType} className="text-ink-3" />
          <MiddleTruncate text={file.properties.Name} className="text-ink" />
        </button>
      ))}
    </ChipRow>
  )
}
