import { ACTION_LABELS } from '@millrace/contracts/texts'
import { Link } from '@tanstack/react-router'
import { ChevronDown, Ellipsis, Play } from 'lucide-react'
import { useState } from 'react'
import { AddTag } from '#components/ui/add-tag.tsx'
import { Button } from '#components/ui/button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { CopyToOrganizationDialog } from '#components/ui/copy-to-organization-dialog.tsx'
import { Menu, MenuItem } from '#components/ui/menu.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { StepIcon } from '#components/ui/step-icon.tsx'
import { Tag } from '#components/ui/tag.tsx'
import { useKeys } from '#lib/keys.ts'
import { encodeLink } from '#lib/link-code.ts'
import { actionOf, type SirenAction, selfHref } from '#lib/siren.ts'
import { toast } from '#lib/toast.ts'
import { useStartJob } from '#lib/use-start-job.ts'
import { type StepDocument, useStepAction } from '../processing-steps.queries.ts'
import { StepTagsDialog } from './step-tags-dialog.tsx'
import { StepTitleDialog } from './step-title-dialog.tsx'
import * as texts from './texts.ts'

interface StepHeadProps {
  step: StepDocument
  versions: readonly StepDocument[]
}

/** The title, version and available actions of a step. */
export function StepHead({ step, versions }: StepHeadProps) {
  const [asking, setAsking] = useState<SirenAction>()
  const { Title, FunctionName, ShortDescription, Tags } = step.properties
  const editTags = actionOf(step, 'EditTags')
  return (
    <>
      <PageHead
        once
        lead={<StepIcon step={step.properties} />}
        title={Title}
        facts={<VersionMenu step={step} versions={versions} />}
        actions={<Verbs step={step} onAsk={setAsking} />}
        meta={
          <>
            <span className="mono-sm">{FunctionName}</span>
            {ShortDescription ? <span>{ShortDescription}</span> : null}
            {Tags.map((tag) => (
              <Tag key={tag} text={tag} />
            ))}
            {editTags ? <AddTag onClick={() => setAsking(editTags)} /> : null}
          </>
        }
      />
      {asking?.name === 'EditTags' ? (
        <StepTagsDialog step={step} action={asking} onClose={() => setAsking(undefined)} />
      ) : null}
      {asking?.name === 'EditTitle' ? (
        <StepTitleDialog step={step} action={asking} onClose={() => setAsking(undefined)} />
      ) : null}
      {asking?.name === 'CopyToOrg' ? (
        <CopyToOrganizationDialog
          name={Title}
          help={texts.copyHelp}
          action={asking}
          pageOf={(href) => `/processing-steps/${encodeLink(href)}`}
          onClose={() => setAsking(undefined)}
        />
      ) : null}
    </>
  )
}

function VersionMenu({ step, versions }: StepHeadProps) {
  const { Version } = step.properties
  const isNewest = versions[0] === undefined || versions[0].properties.Version === Version
  const number = <span className="font-mono text-xs text-ink">{Version}</span>
  if (versions.length < 2) return number
  return (
    <Menu
      align="start"
      trigger={
        <Button size="sm">
          {number}
          <span className="font-normal text-ink-2">{isNewest ? 'latest' : 'older version'}</span>
          <ChevronDown className="icon-sm" />
        </Button>
      }
    >
      {versions.map((version) => (
        <MenuItem
          key={selfHref(version)}
          render={<Link to="/processing-steps/$details" params={{ details: encodeLink(selfHref(version)) }} />}
        >
          <span className="font-mono text-xs">{version.properties.Version}</span>
          {version.properties.IsDeprecated ? (
            <span className="ml-2 text-xs text-warning">{texts.deprecated}</span>
          ) : null}
        </MenuItem>
      ))}
    </Menu>
  )
}

function Verbs({ step, onAsk }: { step: StepDocument; onAsk: (action: SirenAction) => void }) {
  const startJob = useStartJob()
  const use = () => startJob({ step: selfHref(step) })
  useKeys({ n: use, 'mod+enter': use })
  return (
    <>
      <span className="phone:hidden">
        <CopyButton words="wide" isLink text={location.href} label={texts.copyLink} />
      </span>
      <Button variant="primary" icon={<Play />} onClick={use}>
        {texts.useThisStep}
      </Button>
      <StepMenu step={step} onAsk={onAsk} />
    </>
  )
}

const ASKS = ['EditTags', 'EditTitle', 'CopyToOrg']
const SUCCESS_TEXTS: Record<string, string> = {
  Hide: texts.stepHidden,
  UnHide: texts.stepUnhidden,
  CopyToUser: texts.copiedToYourWorkspace,
  MakePublic: texts.stepIsPublic,
  MakePrivate: texts.stepIsPrivate,
}

/** The ⋯ menu: the available actions that have no parameters or have a dialog here. */
function StepMenu({ step, onAsk }: { step: StepDocument; onAsk: (action: SirenAction) => void }) {
  const { mutate } = useStepAction()
  const actions = step.actions.filter((action) => ASKS.includes(action.name) || !action.fields?.length)
  if (actions.length === 0) return null

  function choose(action: SirenAction) {
    if (ASKS.includes(action.name)) onAsk(action)
    else mutate({ action }, { onSuccess: () => toast.success(SUCCESS_TEXTS[action.name] ?? action.title ?? 'Done') })
  }

  return (
    <Menu trigger={<Button square aria-label={texts.more} icon={<Ellipsis />} />}>
      {actions.map((action) => (
        <MenuItem key={action.name} onClick={() => choose(action)}>
          {ACTION_LABELS[action.name] ?? action.title ?? action.name}
        </MenuItem>
      ))}
    </Menu>
  )
}
