import { Button } from '#components/ui/button.tsx'
import type { WorkDataDocument } from '#features/work-data/work-data.queries.ts'
import { fill } from '#lib/fill.ts'
import { versionOf } from '../workflow-tags.ts'
import { Notice } from './notice.tsx'
import * as texts from './texts.ts'

interface VersionNoticeProps {
  /** The version on the page. */
  current: WorkDataDocument | undefined
  newer: WorkDataDocument
  /** Whether the newer version already existed when the page was opened. */
  isEarlier: boolean
  isSaving: boolean
  onCompare: () => void
  /** Saves the content of the page as the next version. */
  onSave: () => void
  onOpen: () => void
}

/**
 * Says that there is a newer version than the one on the page. Offers to compare both, to save the content of the page
 * as the next version, or to open the newer version.
 */
export function VersionNotice(props: VersionNoticeProps) {
  const { current, newer, isEarlier, isSaving, onCompare, onSave, onOpen } = props
  const { CreatedByName, Tags } = newer.properties
  const version = versionOf(Tags)
  return (
    <Notice>
      {isEarlier && current
        ? fill(texts.earlierVersion, versionOf(current.properties.Tags), version)
        : fill(texts.savedVersion, CreatedByName ?? texts.someoneElse, version)}
      <Button size="sm" onClick={onCompare}>
        {texts.compare}
      </Button>
      <Button size="sm" working={isSaving} onClick={onSave}>
        {fill(isEarlier ? texts.saveAs : texts.keepMineAs, version + 1)}
      </Button>
      <Button size="sm" variant="quiet" onClick={onOpen}>
        {isEarlier ? fill(texts.openVersion, version) : texts.openTheirs}
      </Button>
    </Notice>
  )
}
