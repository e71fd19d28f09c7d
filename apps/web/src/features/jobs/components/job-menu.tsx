import { ACTION_LABELS } from '@millrace/contracts/texts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CodeXml, Link, Workflow } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { Menu, MenuItem, MenuSeparator } from '#components/ui/menu.tsx'
import { useRunJobAction } from '#features/jobs/run-job-action.queries.ts'
import { copyText } from '#lib/copy-text.ts'
import { fill } from '#lib/fill.ts'
import type { JobPath } from '#lib/job-path.ts'
import { encodeLink } from '#lib/link-code.ts'
import { type SirenAction, selfHref } from '#lib/siren.ts'
import { isDeletion, resultsInUse } from '../job-deletion.ts'
import type { JobDocument } from '../jobs.queries.ts'
import { actionIcon } from './action-icon.tsx'
import { JobActionDialog, needsDialog } from './job-action-dialog.tsx'
import * as texts from './texts.ts'

/** Actions that are available elsewhere: in the start panel, in slots, as buttons. */
const ELSEWHERE = ['StartProcessing', 'SelectProcessing', 'ConfigureProcessing', 'Rename']

interface JobMenuProps {
  job: JobDocument
  trigger: ReactElement<Record<string, unknown>>
  /** Actions that have their own button beside the menu. */
  without?: readonly string[]
  /** Path of the page whose URL “Copy link” copies. Without this, the menu has no “Copy link”. */
  linked?: JobPath
}

/** The ⋯ menu of a job: commands such as “Copy as Python”, and the available actions of the job's document. */
export function JobMenu({ job, trigger, without = [], linked }: JobMenuProps) {
  const [asking, setAsking] = useState<SirenAction>()
  const run = useRunJobAction()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const left = [...ELSEWHERE, ...without]
  const actions = job.actions.filter((action) => !left.includes(action.name))
  const isGrave = (action: SirenAction) =>
    isDeletion(action) || ['CancelProcessing', 'SetJobToErrorState'].includes(action.name)

  function choose(action: SirenAction) {
    if (needsDialog(action)) setAsking(action)
    else run(job, action)
  }

  const copyScript = async () => {
    const { copyAsPython } = await import('./copy-as-python.ts')
    await copyAsPython(queryClient, selfHref(job))
  }

  const makeWorkflow = () =>
    void navigate({ to: '/workflows/configurator', search: { fromJobs: encodeLink(selfHref(job)) } })

  const item = (action: SirenAction) => (
    <MenuItem key={action.name} icon={actionIcon(action.name)} danger={isGrave(action)} onClick={() => choose(action)}>
      {ACTION_LABELS[action.name] ?? action.title ?? action.name}
    </MenuItem>
  )
  const quiet = actions.filter((action) => !isGrave(action))
  const grave = actions.filter(isGrave)
  const inUse = resultsInUse(job)
  return (
    <>
      <Menu trigger={trigger}>
        {linked ? (
          <MenuItem icon={<Link className="icon-sm" />} onClick={() => void copyLink(linked, job)}>
            {texts.copyLink}
          </MenuItem>
        ) : null}
        {job.properties.Processing ? (
          <MenuItem icon={<CodeXml className="icon-sm" />} onClick={() => void copyScript()}>
            {texts.copyAsPython}
          </MenuItem>
        ) : null}
        {job.properties.State === 'Completed' && job.properties.Processing && !job.properties.IsForeign ? (
          <MenuItem icon={<Workflow className="icon-sm" />} onClick={() => makeWorkflow()}>
            {texts.createWorkflowFromJob}
          </MenuItem>
        ) : null}
        {quiet.map(item)}
        {grave.length > 0 && (quiet.length > 0 || linked) ? <MenuSeparator /> : null}
        {grave.map(item)}
        {inUse.length > 0 ? (
          <MenuItem disabled icon={actionIcon('Delete')}>
            Delete: another job uses {inUse.length === 1 ? 'the result' : fill(texts.results, inUse.length)}
          </MenuItem>
        ) : null}
      </Menu>
      {asking ? <JobActionDialog job={job} action={asking} onClose={() => setAsking(undefined)} /> : null}
    </>
  )
}

function copyLink(page: JobPath, job: JobDocument): Promise<boolean> {
  const path = page.replace('$details', encodeLink(selfHref(job)))
  return copyText(`${location.origin}${path}`, { said: texts.linkCopied })
}
