import type { OutboxMail } from '@millrace/contracts/system'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Time } from '#components/ui/time.tsx'
import { fill } from '#lib/fill.ts'
import { formatTotal } from '#lib/format.ts'
import { ADMIN_TEXTS } from '../texts.ts'
import { useOpenMail } from './system.queries.ts'
import * as texts from './texts.ts'

const SHOWN_FIRST = 5

/** Lists emails that were written to the outbox because no mail server is configured. Each email can be opened. */
export function OutboxList({ mails, total }: { mails: OutboxMail[]; total: number }) {
  const [isOpen, setIsOpen] = useState(false)
  const open = useOpenMail()
  const shown = isOpen ? mails : mails.slice(0, SHOWN_FIRST)
  return (
    <>
      <h3 className="mt-5 mb-1 text-sm font-medium">
        {texts.outbox} <span className="ml-1 font-normal text-ink-3">{formatTotal(total)}</span>
      </h3>
      {total === 0 ? <p className="text-ink-3">{texts.noEmailsYet}</p> : null}
      <ul aria-label={texts.outbox}>
        {shown.map(({ id, to, subject, writtenAt }) => (
          <li key={id} className="border-t border-line first:border-t-0">
            <button
              type="button"
              className="grid w-full grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 rounded-sm py-2 text-left hover:bg-hover"
              onClick={() => open.mutate(id)}
            >
              <span className="font-medium wrap-anywhere">{to}</span>
              <Time className="cell-time text-ink-3" at={writtenAt} />
              <span className="col-span-2 truncate text-ink-2" title={subject}>
                {subject}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {mails.length > shown.length ? (
        <Button className="mt-2" onClick={() => setIsOpen(true)}>
          {total > mails.length ? fill(texts.showTheNewest, mails.length) : fill(texts.showAll, total)}
        </Button>
      ) : null}
      {open.data ? (
        <Dialog open wide title={open.data.subject} onClose={() => open.reset()}>
          <p className="text-sm text-ink-3">{fill(texts.to, open.data.to, ADMIN_TEXTS.openedMail)}</p>
          <pre className="mt-3 max-h-[50vh] overflow-y-auto font-sans text-sm whitespace-pre-wrap text-ink">
            {open.data.text}
          </pre>
        </Dialog>
      ) : null}
    </>
  )
}
