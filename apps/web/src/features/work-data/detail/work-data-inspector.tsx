import { mediaTypeOfName, previewKind } from '@millrace/contracts/media-types'
import { KIND_LABELS } from '@millrace/contracts/texts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Facts, InspectorSection } from '#components/ui/inspector.tsx'
import { fill } from '#lib/fill.ts'
import { formatBytes, pluralTotal } from '#lib/format.ts'
import { canDelete } from '#lib/work-data-deletion.ts'
import type { WorkDataDocument } from '../work-data.queries.ts'
import { DiscussionSection } from './discussion-section.tsx'
import { MadeBy } from './made-by.tsx'
import { NoteSection } from './note-section.tsx'
import { StepSuggestions } from './step-suggestions.tsx'
import * as texts from './texts.ts'
import { TreatAs } from './treat-as.tsx'
import { usedInQuery } from './used-in.queries.ts'
import { UsedIn } from './used-in.tsx'
import { Versions } from './versions.tsx'

export function WorkDataInspector({ file }: { file: WorkDataDocument }) {
  return (
    <>
      <InspectorSection title={texts.details}>
        <Facts facts={factsOf(file)} />
      </InspectorSection>
      <Versions file={file} />
      <MadeBy file={file} />
      <UsedIn file={file} />
      {file.properties.IsForeign ? null : <StepSuggestions file={file} />}
      <NoteSection file={file} />
      <DiscussionSection file={file} />
    </>
  )
}

function factsOf(file: WorkDataDocument): [string, ReactNode][] {
  const { Kind, MediaType, SizeInBytes, CreatedByName, Sha256 } = file.properties
  return [
    [texts.origin, KIND_LABELS[Kind]],
    [
      texts.mediaType,
      <span key="type" className="block">
        <span className="mono-sm block truncate leading-(--text-sm--line-height)" title={MediaType}>
          {MediaType}
        </span>
        {isTreatedAs(file) ? (
          <span className="mt-1 block font-sans">
            <TreatAs file={file} />
          </span>
        ) : null}
      </span>,
    ],
    [
      'Size',
      <span key="size" title={fill(texts.bytes, SizeInBytes.toLocaleString('en-US'))}>
        {formatBytes(SizeInBytes)}
      </span>,
    ],
    // The page head already says who uploaded a file.
    ...(CreatedByName && Kind !== 'ClientUpload' ? [['By', CreatedByName] as [string, ReactNode]] : []),
    [texts.deletable, <Deletion key="deletion" file={file} />],
    [
      'SHA-256',
      <span key="hash" className="-my-1 flex items-center gap-1">
        <span className="mono-sm" title={Sha256}>
          {Sha256.slice(0, 4)}…{Sha256.slice(-4)}
        </span>
        <CopyButton text={Sha256} label={texts.copyFullSha256} />
      </span>,
    ],
  ]
}

/** False if the content is shown as bytes, because `TreatAs` is then beside the content. */
function isTreatedAs({ properties: { Name, MediaType } }: WorkDataDocument): boolean {
  return mediaTypeOfName(Name) !== MediaType && previewKind(MediaType) !== 'bytes'
}

function Deletion({ file }: { file: WorkDataDocument }) {
  const { data } = useQuery(usedInQuery(file))
  if (!file.properties.IsUsedAsJobInput) return canDelete(file) ? texts.yes : texts.no
  return data?.total
    ? fill(texts.blockedByUse, pluralTotal(data.total, 'job'), data.total === 1 ? 'uses' : 'use')
    : texts.blockedByJobs
}
