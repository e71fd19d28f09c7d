import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { ErrorView } from '#components/ui/error-view.tsx'
import { Select } from '#components/ui/select.tsx'
import { SkeletonRows } from '#components/ui/skeleton.tsx'
import { Time } from '#components/ui/time.tsx'
import type { WorkDataDocument } from '#features/work-data/work-data.queries.ts'
import { fill } from '#lib/fill.ts'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import { workflowOf } from '../save-workflow.ts'
import { versionOf } from '../workflow-tags.ts'
import { workflowQueries } from '../workflows.queries.ts'
import { ChangeList } from './change-list.tsx'
import * as texts from './texts.ts'

interface VersionsDialogProps {
  /** The version that the dialog opens with, compared with its predecessor. */
  file: WorkDataDocument
  onClose: () => void
}

/** Compares any two saved versions of a workflow. */
export default function VersionsDialog({ file, onClose }: VersionsDialogProps) {
  const { data, error, refetch } = useQuery(workflowQueries.versions(workflowOf(file)))
  const [before, setBefore] = useState<WorkDataDocument>()
  const [after, setAfter] = useState(file)
  const versions = data?.items ?? []
  const earlier = before ?? versions.find((other) => versionNumber(other) < versionNumber(file)) ?? file
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={texts.compareVersions}
      actions={
        <>
          <ButtonLink to="/workflows/configurator" search={{ workflowLink: encodeLink(selfHref(after)) }}>
            {fill(texts.openVersion, versionNumber(after))}
          </ButtonLink>
          <Button onClick={onClose}>{texts.close}</Button>
        </>
      }
    >
      {data ? (
        <div className="grid gap-4">
          <div className="grid grid-cols-2 gap-3 phone:grid-cols-1">
            <VersionSelect label={texts.from} versions={versions} value={earlier} onChange={setBefore} />
            <VersionSelect label={texts.to} versions={versions} value={after} onChange={setAfter} />
          </div>
          <Changes before={earlier} after={after} />
        </div>
      ) : error ? (
        <ErrorView title={texts.versionsCouldNotBeLoaded} error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={4} />
      )}
    </Dialog>
  )
}

interface VersionSelectProps {
  label: string
  versions: readonly WorkDataDocument[]
  value: WorkDataDocument
  onChange: (file: WorkDataDocument) => void
}

function VersionSelect({ label, versions, value, onChange }: VersionSelectProps) {
  return (
    <div className="grid gap-1.5">
      <span className="text-sm text-ink-2" aria-hidden="true">
        {label}
      </span>
      <Select
        aria-label={label}
        value={selfHref(value)}
        onChange={(href) => onChange(versions.find((file) => selfHref(file) === href) ?? value)}
        options={versions.map((file) => ({
          value: selfHref(file),
          label: (
            <>
              {fill(texts.version, versionNumber(file))}{' '}
              <Time at={file.properties.CreatedAt} className="cell-time text-xs text-ink-3" />
            </>
          ),
        }))}
      />
    </div>
  )
}

function Changes({ before, after }: { before: WorkDataDocument; after: WorkDataDocument }) {
  const contents = useQueries({ queries: [workflowQueries.content(before), workflowQueries.content(after)] })
  const [older, newer] = contents
  const failed = contents.find(({ error }) => error)
  if (failed?.error) {
    return (
      <ErrorView title={texts.theVersionCouldNotBeLoaded} error={failed.error} onRetry={() => void failed.refetch()} />
    )
  }
  if (!older.data || !newer.data) return <SkeletonRows rows={4} />
  const [first, second] = [older.data.definition, newer.data.definition]
  if (!first || !second) return <p>{texts.thatVersionIsntAWorkflowDefinition}</p>
  if (selfHref(before) === selfHref(after)) return <p>{texts.chooseTwoVersions}</p>
  return <ChangeList before={first} after={second} />
}

function versionNumber(file: WorkDataDocument): number {
  return versionOf(file.properties.Tags)
}
