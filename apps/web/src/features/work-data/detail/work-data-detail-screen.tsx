import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AccessRequests } from '#components/access-requests/access-requests.tsx'
import { Split } from '#components/ui/inspector.tsx'
import { fill } from '#lib/fill.ts'
import { isNotFound } from '#lib/not-found.ts'
import { usePage } from '#lib/page.ts'
import { useRememberedPage } from '#lib/recent-pages.ts'
import { actionOf } from '#lib/siren.ts'
import { type WorkDataDocument, workDataQueries } from '../work-data.queries.ts'
import { LineageStrip } from './lineage-strip.tsx'
import * as texts from './texts.ts'
import { WorkDataHead } from './work-data-head.tsx'
import { WorkDataInspector } from './work-data-inspector.tsx'

interface WorkDataDetailScreenProps {
  href: string
  preview: (file: WorkDataDocument) => ReactNode
  onDeleted: () => void
}

/** Undefined for own files, which have the action Rename. */
function foreignOwner(file: WorkDataDocument): string | undefined {
  return actionOf(file, 'Rename') ? undefined : (file.properties.OwnerName ?? 'another owner')
}

export function WorkDataDetailScreen({ href, preview, onDeleted }: WorkDataDetailScreenProps) {
  const { data: file } = useSuspenseQuery(workDataQueries.detail(href))
  const { error } = useQuery(workDataQueries.detail(href))
  const owner = foreignOwner(file)
  usePage([{ label: texts.workData, to: '/workdata/explorer' }, { label: file.properties.Name }], undefined, owner)
  useRememberedPage(texts.workData, file.properties.Name)
  const isDeleted = isNotFound(error)

  return (
    <>
      <WorkDataHead file={file} onDeleted={onDeleted} />
      <AccessRequests of={href} />
      {isDeleted ? (
        <p role="status" className="flex-none border-t border-line bg-warning-soft px-6 py-2 phone:px-4">
          {texts.fileWasDeleted}
        </p>
      ) : null}
      {owner === undefined ? null : (
        <p role="status" className="flex-none border-t border-line bg-warning-soft px-6 py-2 phone:px-4">
          {fill(texts.fileBelongsTo, owner)}
        </p>
      )}
      <Split inspector={<WorkDataInspector file={file} />}>
        <div className="flex h-[70dvh] min-h-80 flex-none flex-col phone:h-[66dvh] lg:h-auto lg:flex-1 short:h-80! short:flex-none! has-data-chart:h-auto! has-data-chart:min-h-fit">
          {isDeleted ? null : preview(file)}
        </div>
        <LineageStrip file={file} />
      </Split>
    </>
  )
}
