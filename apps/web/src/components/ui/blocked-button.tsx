import { Button, type ButtonProps } from './button.tsx'
import { Tooltip } from './tooltip.tsx'

/** A button that stays focusable while it cannot be pressed and says why, such as "Fill `readings` first". */
export function BlockedButton({ reason, ...rest }: ButtonProps & { reason: string | undefined }) {
  if (!reason) return <Button {...rest} />
  return (
    <Tooltip content={reason} side="top">
      <Button {...rest} aria-disabled />
    </Tooltip>
  )
}
