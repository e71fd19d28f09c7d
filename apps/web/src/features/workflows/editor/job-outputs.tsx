import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { FileIcon } from '#components/ui/file-icon.tsx'
import { Select } from '#components/ui/select.tsx'
import type { JobDocument } from '#features/jobs/jobs.queries.ts'
import { formatBytes } from '#lib/format.ts'
import { filesIn, outputSlots } from '#lib/job-facts.ts'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import * as texts from './texts.ts'
import { useConfiguratorViews } from './views.ts'

/** Shows the outputs of a job, one file at a time, with their content. */
export function JobOutputs({ job }: { job: JobDocument }) {
  const views = useConfiguratorViews()
  const files = outputSlots(job).flatMap(filesIn)
  const [chosen, setChosen] = useState<string>()
  const shown = files.find((file) => selfHref(file) === chosen) ?? files[0]
  if (!shown) return null
  return (
    <div className="grid gap-2">
      {files.length > 1 ? (
        <Select
          aria-label={texts.result}
          value={selfHref(shown)}
          onChange={setChosen}
          options={files.map((file) => ({ value: selfHref(file), label: file.properties.Name }))}
        />
      ) : null}
      <Link
        to="/workdata/explorer/$details"
        params={{ details: encodeLink(selfHref(shown)) }}
        className="flex min-w-0 items-center gap-2 hover:underline"
      >
        <FileIcon mediaType={shown.properties.MediaType} className="flex-none text-ink-3" />
        <span className="min-w-0 flex-1 truncate">{shown.properties.Name}</span>
        <span className="flex-none text-xs text-ink-3">{formatBytes(shown.properties.SizeInBytes)}</span>
      </Link>
      {views ? (
        <div
          key={selfHref(shown)}
          className="flex h-[clamp(16rem,55dvh,27rem)] flex-col overflow-hidden rounded-md border border-line"
        >
          {views.file(shown)}
        </div>
      ) : null}
    </div>
  )
}
