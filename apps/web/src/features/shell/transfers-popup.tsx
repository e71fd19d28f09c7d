import type { ReactElement } from 'react'
import { Popover } from '#components/ui/popover.tsx'
import { useTransfers } from '#lib/transfers.ts'
import * as texts from './texts.ts'
import { TransferList } from './transfer-list.tsx'

/** The panel with the list of uploads. Initially open, because it is loaded only when its button is clicked. */
export function TransfersPopup({ trigger }: { trigger: ReactElement<Record<string, unknown>> }) {
  const transfers = useTransfers()
  return (
    <Popover
      label={texts.transfers}
      align="end"
      className="w-[min(380px,calc(100vw-16px))] p-0!"
      trigger={trigger}
      defaultOpen
    >
      <TransferList transfers={transfers} />
    </Popover>
  )
}
