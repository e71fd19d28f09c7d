import { KIND_LABELS } from '@millrace/contracts/texts'
import { Link, useNavigate } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Avatar } from '#components/ui/avatar.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { typeWord } from '#components/ui/file-icon.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx'
import { Cell, Row, RowActions } from '#components/ui/table.tsx'
import { TagList } from '#components/ui/tag.tsx'
import { Time } from '#components/ui/time.tsx'
import { formatBytes } from '#lib/format.ts'
import { encodeLink } from '#lib/link-code.ts'
import { hrefOf, selfHref } from '#lib/siren.ts'
import { useStartJob } from '#lib/use-start-job.ts'
import type { WorkDataDocument } from '../work-data.queries.ts'
import { WorkDataMenu } from '../work-data-menu.tsx'
import { FileThumb } from './file-thumb.tsx'

interface WorkDataRowProps {
  file: WorkDataDocument
  index: number
  selected: boolean
  active: boolean
  onToggle: (range: boolean) => void
  onTag: (tag: string) => void
}

/** One file in one line. Pressing anywhere but on a control opens it. */
export function WorkDataRow({ file, index, selected, active, onToggle, onTag }: WorkDataRowProps) {
  const navigate = useNavigate()
  const details = encodeLink(selfHref(file))
  const { Name, Tags, MediaType, SizeInBytes, CreatedAt, CreatedByName, Hidden } = file.properties

  function open(event: MouseEvent) {
    if ((event.target as Element).closest('a, button, input, label, [role=menu]')) return
    void navigate({ to: '/workdata/explorer/$details', params: { details } })
  }

  return (
    <Row aria-rowindex={index + 2} selected={selected} active={active} onClick={open} className="cursor-pointer">
      <Cell>
        <Checkbox
          aria-label={`Select ${Name}`}
          className="block"
          checked={selected}
          onChange={(event) => onToggle((event.nativeEvent as unknown as MouseEvent).shiftKey)}
        />
      </Cell>
      <Cell>
        <span className="flex min-w-0 items-center gap-2.5">
          <FileThumb file={file} />
          <Link
            to="/workdata/explorer/$details"
            params={{ details }}
            className="flex min-w-0 font-medium hover:underline"
          >
            <MiddleTruncate text={Name} />
          </Link>
          <TagList tags={Tags} onTag={onTag} />
          {Hidden ? <span className="text-xs text-ink-3">hidden</span> : null}
        </span>
      </Cell>
      <Cell className="text-ink-2">{typeWord(MediaType)}</Cell>
      <Cell right className="text-ink-2">
        {formatBytes(SizeInBytes)}
      </Cell>
      <Cell className="text-ink-2">
        <KindOf file={file} />
      </Cell>
      <Cell className="text-ink-2">
        <Time at={CreatedAt} />
      </Cell>
      <Cell right>
        {CreatedByName ? (
          <span title={CreatedByName}>
            <Avatar name={CreatedByName} />
          </span>
        ) : null}
        <RowActions>
          <StartButton file={file} />
          <WorkDataMenu file={file} />
        </RowActions>
      </Cell>
    </Row>
  )
}

/** What kind of file it is; a result leads to the job it came from. */
function KindOf({ file }: { file: WorkDataDocument }) {
  const href = hrefOf(file, 'ProducedByJob')
  const word = KIND_LABELS[file.properties.Kind]
  if (!href) return word
  return (
    <Link
      to="/jobs/$details"
      params={{ details: encodeLink(href) }}
      title="Open the job that made it"
      className="text-accent hover:underline"
    >
      {word}
    </Link>
  )
}

function StartButton({ file }: { file: WorkDataDocument }) {
  const startJob = useStartJob()
  return (
    <IconButton
      size="sm"
      label={`Start a job with ${file.properties.Name}`}
      icon={<Play aria-hidden="true" />}
      onClick={() => startJob({ data: [selfHref(file)] })}
    />
  )
}
