import { ArrowUp, ArrowUpDown } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { Popover } from '#components/ui/popover.tsx'
import { Race } from '#components/ui/race.tsx'
import { plural } from '#lib/format.ts'
import { type Transfer, useTransfers } from '#lib/transfers.ts'
import { TransferList } from './transfer-list.tsx'

/** Uploads, visible from every page. */
export function TransfersButton() {
  const transfers = useTransfers()
  const moving = transfers.filter(({ state }) => state === 'sending' || state === 'waiting')
  return (
    <Popover
      label="Transfers"
      align="end"
      className="w-[min(380px,calc(100vw-16px))] p-0!"
      trigger={triggerOf(transfers, moving)}
    >
      <TransferList transfers={transfers} />
    </Popover>
  )
}

function triggerOf(transfers: readonly Transfer[], moving: readonly Transfer[]) {
  if (moving.length === 0) {
    return (
      <Button
        variant="quiet"
        square
        aria-label={transfers.length > 0 ? `Transfers, ${plural(transfers.length, 'file')}` : 'Transfers'}
        title="Transfers"
        icon={<ArrowUpDown aria-hidden="true" />}
      />
    )
  }
  return (
    <Button
      variant="quiet"
      className="gap-1.5! px-2! text-xs! font-medium text-accent!"
      icon={<ArrowUp aria-hidden="true" />}
    >
      {plural(moving.length, 'file')}
      <span className="w-14">
        <Race label="Uploads" value={shareOf(moving)} />
      </span>
    </Button>
  )
}

/** Sent share of all bytes of these transfers. */
export function shareOf(transfers: readonly Transfer[]): number {
  const total = transfers.reduce((sum, { file }) => sum + file.size, 0)
  return total === 0 ? 0 : transfers.reduce((sum, { sentBytes }) => sum + sentBytes, 0) / total
}
