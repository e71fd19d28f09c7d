import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { InspectorSection } from '#components/ui/inspector.tsx'
import { Time } from '#components/ui/time.tsx'
import { fill } from '#lib/fill.ts'
import { formatBytes, plural } from '#lib/format.ts'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import type { WorkDataDocument } from '../work-data.queries.ts'
import * as texts from './texts.ts'
import { versionsQuery } from './versions.queries.ts'

/**
 * Shows “Version 2 of 3” and, unless this is the newest version, a link to that one. Renders nothing for files without
 * versions.
 */
export function VersionNote({ file }: { file: WorkDataDocument }) {
  const { data } = useQuery(versionsQuery(file))
  const { Version } = file.properties
  const newest = data?.[0]
  if (Version === undefined) return null
  return (
    <span>
      Version {Version}
      {newest ? ` of ${newest.properties.Version}` : ''}
      {newest && selfHref(newest) !== selfHref(file) ? (
        <>
          {' · '}
          <VersionLink file={newest} className="text-accent hover:underline">
            {texts.openNewestVersion}
          </VersionLink>
        </>
      ) : null}
    </span>
  )
}

const SHOWN = 10

/**
 * Lists all versions of a file, including those that the list of work data hides. Renders nothing if there is only one.
 */
export function Versions({ file }: { file: WorkDataDocument }) {
  const { data = [] } = useQuery(versionsQuery(file))
  if (data.length < 2) return null
  return (
    <InspectorSection
      title={texts.versions}
      tools={<span className="text-ink-3">{plural(data.length, 'version')}</span>}
    >
      <ul className={clsx(data.length > SHOWN && 'scroll-thin max-h-75 overflow-y-auto')}>
        {data.map((version) => (
          <li key={selfHref(version)}>
            <VersionLink
              file={version}
              isCurrent={selfHref(version) === selfHref(file)}
              className="-mx-1.5 flex h-[30px] items-center gap-2 px-1.5 hover:bg-hover aria-[current]:font-medium touch:h-11"
            >
              <span className="flex-1">{fill(texts.version, version.properties.Version ?? '')}</span>
              <span className="text-xs font-normal text-ink-3">{formatBytes(version.properties.SizeInBytes)}</span>
              <Time at={version.properties.CreatedAt} className="cell-time text-xs font-normal text-ink-3" />
            </VersionLink>
          </li>
        ))}
      </ul>
    </InspectorSection>
  )
}

interface VersionLinkProps {
  file: WorkDataDocument
  isCurrent?: boolean
  className: string
  children: ReactNode
}

function VersionLink({ file, isCurrent = false, className, children }: VersionLinkProps) {
  return (
    <Link
      to="/workdata/explorer/$details"
      params={{ details: encodeLink(selfHref(file)) }}
      aria-current={isCurrent ? 'true' : undefined}
      className={clsx('rounded-md', className)}
    >
      {children}
    </Link>
  )
}
