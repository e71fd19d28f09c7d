import { Download } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { SecretDialog } from '#components/ui/secret-dialog.tsx'
import { saveFile } from '#lib/save-file.ts'
import * as texts from './texts.ts'
import { SETTINGS_TEXTS } from './texts.ts'

interface BackupCodesProps {
  title: string
  codes: readonly string[]
  email: string
  onClose: () => void
}

/** New backup codes, to copy or to download. */
export function BackupCodes({ title, codes, email, onClose }: BackupCodesProps) {
  const { backupCodes } = SETTINGS_TEXTS
  const text = codes.join('\n')
  return (
    <SecretDialog
      title={title}
      reminder={backupCodes.reminder}
      warning={backupCodes.warning}
      leave={texts.closeWithoutSaving}
      onClose={onClose}
    >
      {(onKept) => (
        <>
          <p>{backupCodes.purpose}</p>
          <ol
            aria-label={texts.backupCodes}
            onCopy={onKept}
            className="mono-sm mt-3.5 grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-md bg-sunken px-3.5 py-3 text-ink"
          >
            {codes.map((code) => (
              <li key={code} className="select-all">
                {code}
              </li>
            ))}
          </ol>
          <div className="mt-3 flex flex-wrap gap-2">
            <CopyButton text={text} label={texts.copyCodes} words variant="default" onCopied={onKept} />
            <Button
              size="sm"
              icon={<Download className="icon-sm" />}
              onClick={() => {
                saveFile('millrace-backup-codes.txt', new Blob([`Millrace backup codes for ${email}\n\n${text}\n`]))
                onKept()
              }}
            >
              {texts.downloadCodes}
            </Button>
          </div>
        </>
      )}
    </SecretDialog>
  )
}
