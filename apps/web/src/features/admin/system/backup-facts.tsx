import type { SystemReport } from '@millrace/contracts/system'
import { Section } from '#components/ui/section.tsx'
import { Time } from '#components/ui/time.tsx'
import { fill } from '#lib/fill.ts'
import { formatBytes, plural } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { ADMIN_TEXTS } from '../texts.ts'
import { FactList, Verdict } from './fact-list.tsx'
import * as texts from './texts.ts'

/** An older backup counts as a problem. */
const OLD_DAYS = 7
const DAY_MS = 86_400_000

/** When and where the last backup was made. Millrace does not know the backups of an external database. */
export function BackupFacts({ backup: { database, last } }: Pick<SystemReport, 'backup'>) {
  const now = useNow(30_000)
  if (!last) {
    return (
      <Section title={texts.backup}>
        <Verdict isFine={false}>{texts.noBackupRecorded}</Verdict>
        <p className="text-ink-2">{database === 'built-in' ? ADMIN_TEXTS.noBackup : ADMIN_TEXTS.externalBackup}</p>
      </Section>
    )
  }
  const days = Math.floor((now.getTime() - Date.parse(last.finishedAt)) / DAY_MS)
  return (
    <Section title={texts.backup}>
      <Verdict isFine={days < OLD_DAYS}>
        {days < OLD_DAYS ? texts.backedUp : fill(texts.theLastBackupIsOld, plural(days, 'day'))}
      </Verdict>
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
