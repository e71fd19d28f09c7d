import { ACTION_LABELS } from '@millrace/contracts/texts'
import { titleOfFile } from '@millrace/workflows/file-title'
import { Building2, Copy, Download, Ellipsis, EyeOff, History, Tag, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { CopyToOrganizationDialog } from '#components/ui/copy-to-organization-dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '#components/ui/menu.tsx'
import { TagsDialog } from '#components/ui/tags-dialog.tsx'
import { useWorkDataAction, type WorkDataDocument } from '#features/work-data/work-data.queries.ts'
import { fill } from '#lib/fill.ts'
import { encodeLink } from '#lib/link-code.ts'
import { actionOf } from '#lib/siren.ts'
import { toast } from '#lib/toast.ts'
import { canDelete } from '#lib/work-data-deletion.ts'
import { ownTags, retagged, versionOf } from '../workflow-tags.ts'
import { DeleteWorkflowDialog } from './delete-workflow-dialog.tsx'
import * as texts from './texts.ts'
import { useDownloadWorkflow, useDuplicateWorkflow } from './use-copy-workflow.ts'

const VersionsDialog = lazy(() => import('../versions/versions-dialog.tsx'))

/** The ⋯ menu of a workflow. Items that change the workflow are shown if its document lists the action. */
export function WorkflowMenu({ file }: { file: WorkDataDocument }) {
  const [asking, setAsking] = useState<'delete' | 'tags' | 'organization' | 'versions'>()
  const duplicate = useDuplicateWorkflow()
  const download = useDownloadWorkflow()
  const { mutate, isPending } = useWorkDataAction()
  const edit = actionOf(file, 'EditTags')
  const hidden = actionOf(file, 'Hide') ?? actionOf(file, 'UnHide')
  const copy = actionOf(file, 'CopyToOrg')
  const hasEarlier = versionOf(file.properties.Tags) > 1
  const close = () => setAsking(undefined)
  const saved = (text: string) => ({ onSuccess: () => [toast.success(text), close()] })
  return (
    <>
      <Menu
        trigger={
          <Button
            square
            size="sm"
            variant="quiet"
            aria-label={fill(texts.moreFor, titleOfFile(file.properties.Name))}
            icon={<Ellipsis />}
          />
        }
      >
        <MenuItem icon={<Copy className="icon-sm" />} onClick={() => duplicate.mutate(file)}>
          {texts.duplicate}
        </MenuItem>
        <MenuItem icon={<Download className="icon-sm" />} onClick={() => download.mutate(file)}>
          {texts.download}
        </MenuItem>
        {hasEarlier ? (
          <MenuItem icon={<History className="icon-sm" />} onClick={() => setAsking('versions')}>
            {texts.compareVersions}
          </MenuItem>
        ) : null}
        {edit ? (
          <MenuItem icon={<Tag className="icon-sm" />} onClick={() => setAsking('tags')}>
            {ACTION_LABELS.EditTags}
          </MenuItem>
        ) : null}
        {copy ? (
          <MenuItem icon={<Building2 className="icon-sm" />} onClick={() => setAsking('organization')}>
            {ACTION_LABELS.CopyToOrg}
          </MenuItem>
        ) : null}
        {hidden ? (
          <MenuItem
            icon={<EyeOff className="icon-sm" />}
            onClick={() =>
              mutate({ action: hidden }, saved(hidden.name === 'Hide' ? texts.workflowHidden : texts.workflowUnhidden))
            }
          >
            {ACTION_LABELS[hidden.name] ?? hidden.name}
          </MenuItem>
        ) : null}
        {canDelete(file) ? (
          <>
            <MenuSeparator />
            <MenuItem danger icon={<Trash2 className="icon-sm" />} onClick={() => setAsking('delete')}>
              {texts.deleteVerb}
            </MenuItem>
          </>
        ) : null}
      </Menu>
      {asking === 'delete' ? <DeleteWorkflowDialog file={file} onClose={close} /> : null}
      <Suspense>{asking === 'versions' ? <VersionsDialog file={file} onClose={close} /> : null}</Suspense>
      {asking === 'organization' && copy ? (
        <CopyToOrganizationDialog
          name={titleOfFile(file.properties.Name)}
          action={copy}
          pageOf={(href) => `/workdata/explorer/${encodeLink(href)}`}
          onClose={close}
        />
      ) : null}
      {asking === 'tags' && edit ? (
        <TagsDialog
          tags={ownTags(file.properties.Tags)}
          isPending={isPending}
          onSave={(tags) =>
            mutate({ action: edit, body: { Tags: retagged(file.properties.Tags, tags) } }, saved(texts.tagsSaved))
          }
          onClose={close}
        />
      ) : null}
    </>
  )
}
