import { ACTION_LABELS } from '@millrace/contracts/texts'
import { Link } from '@tanstack/react-router'
import {
  Building2,
  Copy,
  Download,
  Ellipsis,
  Eye,
  EyeOff,
  FileType,
  Link2,
  LockKeyhole,
  LockKeyholeOpen,
  type LucideIcon,
  Pencil,
  Tag,
  Trash2,
  Workflow,
} from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { CopyToOrganizationDialog } from '#components/ui/copy-to-organization-dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '#components/ui/menu.tsx'
import { copyText } from '#lib/copy-text.ts'
import { fill } from '#lib/fill.ts'
import { encodeLink } from '#lib/link-code.ts'
import { hrefOf, type SirenAction, selfHref } from '#lib/siren.ts'
import { canDelete } from '#lib/work-data-deletion.ts'
import { DeleteWorkDataDialog } from './delete-work-data-dialog.tsx'
import { FileTagsDialog } from './file-tags-dialog.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import * as texts from './texts.ts'
import { useRunWorkDataAction } from './use-run-work-data-action.ts'
import { usedBySearch } from './used-by.ts'
import type { WorkDataDocument } from './work-data.queries.ts'

const MediaTypeDialog = lazy(() =>
  import('./detail/media-type-dialog.tsx').then((module) => ({ default: module.MediaTypeDialog })),
)

const ICONS: Record<string, LucideIcon> = {
  Rename: Pencil,
  EditTags: Tag,
  EditMediaType: FileType,
  Hide: EyeOff,
  UnHide: Eye,
  AllowDeletion: LockKeyholeOpen,
  DisallowDeletion: LockKeyhole,
  CopyToOrg: Building2,
  CopyToUser: Copy,
}

/**
 * Actions with other controls: the note is edited on the file's page, and one menu item both allows deletion and
 * deletes.
 */
const ELSEWHERE = ['EditComment', 'Delete', 'AllowDeletion']

interface WorkDataMenuProps {
  file: WorkDataDocument
  /** Whether the menu is in a page head, where its button is larger and Download has a separate button. */
  big?: boolean
  onDeleted?: () => void
}

/** Actions that open a dialog, and which one. */
const ASKS = { EditTags: 'tags', Rename: 'rename', EditMediaType: 'type', CopyToOrg: 'organization' } as const

type Asking = { kind: 'delete' } | { kind: (typeof ASKS)[keyof typeof ASKS]; action: SirenAction }

export function WorkDataMenu({ file, big = false, onDeleted }: WorkDataMenuProps) {
  const [asking, setAsking] = useState<Asking>()
  const { run } = useRunWorkDataAction()
  const download = hrefOf(file, 'Download')
  const madeBy = hrefOf(file, 'ProducedByJob')
  const close = () => setAsking(undefined)

  function choose(action: SirenAction) {
    const kind = ASKS[action.name as keyof typeof ASKS]
    if (kind) setAsking({ kind, action })
    else run(file, action)
  }

  return (
    <>
      <Menu
        trigger={
          <Button
            square
            size={big ? 'md' : 'sm'}
            variant={big ? 'default' : 'quiet'}
            aria-label={big ? texts.more : fill(texts.moreFor, file.properties.Name)}
            icon={<Ellipsis />}
          />
        }
      >
        <MenuItem icon={<Link2 className="icon-sm" />} onClick={() => void copyLink(file)}>
          {texts.copyLink}
        </MenuItem>
        {download && !big ? (
          <MenuItem icon={<Download className="icon-sm" />} render={<a href={download} download />}>
            {texts.download}
          </MenuItem>
        ) : null}
        {madeBy ? (
          <MenuItem
            icon={<Workflow className="icon-sm" />}
            render={<Link to="/workflows/configurator" search={{ fromJobs: encodeLink(madeBy) }} />}
          >
            {texts.createWorkflowFromResult}
          </MenuItem>
        ) : null}
        {file.actions
          .filter(({ name }) => !ELSEWHERE.includes(name))
          .map((action) => (
            <MenuItem key={action.name} icon={iconOf(action.name)} onClick={() => choose(action)}>
              {ACTION_LABELS[action.name] ?? action.title ?? action.name}
            </MenuItem>
          ))}
        {canDelete(file) ? (
          <>
            <MenuSeparator />
            <MenuItem danger icon={<Trash2 className="icon-sm" />} onClick={() => setAsking({ kind: 'delete' })}>
              {texts.deleteLabel}
            </MenuItem>
          </>
        ) : file.properties.IsUsedAsJobInput ? (
          <>
            <MenuSeparator />
            <MenuItem icon={<Trash2 className="icon-sm" />} render={<Link to="/jobs" search={usedBySearch(file)} />}>
              <span className="text-ink-3">{texts.deleteUsedByJobs}</span>
            </MenuItem>
          </>
        ) : null}
      </Menu>
      {asking?.kind === 'delete' ? (
        <DeleteWorkDataDialog files={[file]} onClose={close} {...(onDeleted ? { onDeleted } : {})} />
      ) : null}
      {asking?.kind === 'tags' ? <FileTagsDialog file={file} action={asking.action} onClose={close} /> : null}
      {asking?.kind === 'organization' ? (
        <CopyToOrganizationDialog name={file.properties.Name} action={asking.action} pageOf={pageOf} onClose={close} />
      ) : null}
      {asking?.kind === 'type' ? (
        <Suspense>
          <MediaTypeDialog file={file} action={asking.action} onClose={close} />
        </Suspense>
      ) : null}
      {asking?.kind === 'rename' ? <RenameDialog file={file} action={asking.action} onClose={close} /> : null}
    </>
  )
}

function iconOf(name: string) {
  const Icon = ICONS[name]
  return Icon ? <Icon aria-hidden="true" className="icon-sm" /> : <span className="size-3.5" />
}

function copyLink(file: WorkDataDocument): Promise<boolean> {
  return copyText(`${location.origin}${pageOf(selfHref(file))}`, { said: texts.linkCopied })
}

function pageOf(href: string): string {
  return `/workdata/explorer/${encodeLink(href)}`
}
