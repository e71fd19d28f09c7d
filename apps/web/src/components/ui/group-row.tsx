import type { JobGroup } from '@millrace/contracts/jobs'
import { STATE_LABELS } from '@millrace/contracts/texts'
import { Link } from '@tanstack/react-router'
import { groupSentence } from '#lib/job-groups.ts'
import { encodeLink } from '#lib/link-code.ts'
import { MarkedText } from '#lib/marked-text.tsx'
import { Button, ButtonLink } from './button.tsx'
import { StateIcon } from './state-icon.tsx'
import * as texts from './texts.ts'

interface GroupRowProps {
  group: JobGroup
  isHiding: boolean
  onHide: () => void
}

/** Jobs that stopped for the same cause: links to their list and to the newest job, and a button that hides all. */
export function GroupRow({ group, isHiding, onHide }: GroupRowProps) {
  const { Cause, State, StepUrl, NewestUrl } = group
  return (
    <li className="grid grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-3 border-t border-line py-[9px] phone:grid-cols-[16px_minmax(0,1fr)] phone:gap-x-2">
      <StateIcon state={State} label={STATE_LABELS[State]} className="phone:mt-1 phone:self-start" />
      <Link
        to="/jobs"
        search={{ tab: 'needs-you', cause: Cause, step: encodeLink(StepUrl) }}
        title={Cause}
        className="truncate rounded-sm font-medium hover:text-accent phone:line-clamp-4 phone:whitespace-normal"
      >
        <MarkedText text={groupSentence(group)} />
      </Link>
      <div className="flex items-center gap-1 phone:col-start-2 phone:mt-2 phone:justify-between">
        <ButtonLink to="/jobs/$details" params={{ details: encodeLink(NewestUrl) }} size="sm">
          {State === 'Error' ? texts.fixAndRunAllAgain : texts.seeWhy}
        </ButtonLink>
        <Button size="sm" variant="quiet" working={isHiding} onClick={onHide}>
          {texts.hideAll}
        </Button>
      </div>
    </li>
  )
}
