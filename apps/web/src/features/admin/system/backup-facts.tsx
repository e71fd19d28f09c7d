import type { SystemReport } from '@millrace/contracts/system'
import { Section } from '#components/ui/section.tsx'
import { Time } from '#components/ui/time.tsx'
import { fill } from '#lib/fill.ts'
import { formatBytes, plural } from '#lib/format.ts'
import { MarkedText } from '#lib/marked-text.tsx'
import { useNow } from '#lib/use-now.ts'
import { ADMIN_TEXTS } from '../texts.ts'
import { FactList, Verdict } from './fact-list.tsx'
import { backupIsFine, daysSince } from './system-health.ts'
import * as texts from './texts.ts'

/** When and where the last backup was made. Backups of an external database are not known to Millrace. */
export function BackupFacts({ backup: { database, last } }: Pick<SystemReport, 'backup'>) {
  const now = useNow(30_000)
  if (!last) {
    return (
      <Section title={texts.backup} actions={<Verdict isFine={false}>{texts.noBackupRecorded}</Verdict>}>
        <p className="text-ink-2">
          <MarkedText text={database === 'built-in' ? ADMIN_TEXTS.noBackup : ADMIN_TEXTS.externalBackup} />
        </p>
      </Section>
    )
  }
  const days = daysSince(last.finishedAt, now)
  const isFine = backupIsFine({ last }, now)
  return (
    <Section
      title={texts.backup}
      actions={
        <Verdict isFine={isFine}>
          {isFine ? texts.backedUp : fill(texts.theLastBackupIsOld, plural(days, 'day'))}
        </Verdict>
      }
    >
      <FactList
        facts={[
          [texts.lastBackup, <Time key="at" at={last.finishedAt} />],
          ['Folder', last.path],
          ['Size', `${formatBytes(last.bytes)}, ${plural(last.files, 'file')}`],
        ]}
      />
    </Section>
  )
}
