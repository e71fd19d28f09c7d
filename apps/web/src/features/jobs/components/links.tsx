import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { typeLabel } from '#components/ui/file-icon.tsx'
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx'
import { Popover } from '#components/ui/popover.tsx'
import { fill } from '#lib/fill.ts'
import type { WorkDataDocument } from '#lib/job-facts.ts'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import * as texts from './texts.ts'

/** A file name that links to the file. */
export function FileLink({ file }: { file: WorkDataDocument }) {
  return (
    <Link
      to="/workdata/explorer/$details"
      params={{ details: encodeLink(selfHref(file)) }}
      className="flex min-w-0 hover:underline"
    >
      <MiddleTruncate text={file.properties.Name} />
    </Link>
  )
}

/** A link to the only file of a slot or, if there are several, their number with a list of them. */
export function FilesLink({ label, files }: { label: string; files: readonly WorkDataDocument[] }) {
  const [only, ...others] = files
  return only && others.length === 0 ? <FileLink file={only} /> : <FileList label={label} files={files} />
}

function FileList({ label, files }: { label: string; files: readonly WorkDataDocument[] }) {
  return (
    <Popover
      label={label}
      trigger={
        <button type="button" className="hover:underline">
          {fill(texts.files, files.length)}
        </button>
      }
    >
      <ul className="scroll-thin grid max-h-72 w-72 gap-1 overflow-y-auto">
        {files.map((file) => (
          <li key={selfHref(file)} className="flex items-center gap-2">
            <span className="min-w-0 flex-1">
              <FileLink file={file} />
            </span>
            <span className="text-xs text-ink-3">{typeLabel(file.properties.MediaType)}</span>
          </li>
        ))}
      </ul>
    </Popover>
  )
}

export function StepLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      to="/processing-steps/$details"
      params={{ details: encodeLink(href) }}
      className="min-w-0 truncate hover:underline"
    >
      {children}
    </Link>
  )
}
