import { ArrowUp, CloudUpload } from 'lucide-react'
import { lazy } from 'react'
import { Button, type ButtonProps } from '#components/ui/button.tsx'
import { Race } from '#components/ui/race.tsx'
import { fill } from '#lib/fill.ts'
import { plural } from '#lib/format.ts'
import { shareOf } from '#lib/transfer-sums.ts'
import { type Transfer, useTransfers } from '#lib/transfers.ts'
import { OnDemand } from './on-demand.tsx'
import * as texts from './texts.ts'

const TransfersPopup = lazy(() =>
  import('./transfers-popup.tsx').then((module) => ({ default: module.TransfersPopup })),
)

/** Shows the progress of uploads on every page, and opens their list. */
export function TransfersButton() {
  const transfers = useTransfers()
  return (
    <OnDemand
      Opened={TransfersPopup}
      renderTrigger={(onClick) => <Trigger transfers={transfers} {...(onClick ? { onClick } : {})} />}
    />
  )
}

function Trigger({ transfers, ...rest }: ButtonProps & { transfers: readonly Transfer[] }) {
  const moving = transfers.filter(({ state }) => state === 'sending' || state === 'waiting')
  if (moving.length === 0) {
    return (
      <Button
        variant="quiet"
        square
        aria-haspopup="dialog"
        aria-label={transfers.length > 0 ? fill(texts.transfersOf, plural(transfers.length, 'file')) : texts.transfers}
        title={texts.transfers}
        {...rest}
        icon={<CloudUpload />}
      />
    )
  }
  return (
    <Button
      variant="quiet"
      aria-haspopup="dialog"
      {...rest}
      className="gap-1.5! px-2! text-xs! font-medium text-accent!"
      icon={<ArrowUp />}
    >
      {plural(moving.length, 'file')}
      <span className="w-14">
        <Race label={texts.uploads} value={shareOf(moving)} />
      </span>
    </Button>
  )
}
