import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx'
import type { WorkDataDocument } from '#lib/job-facts.ts'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'

/** A file name that leads to the file. */
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

/** Words that lead to a processing step. */
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
