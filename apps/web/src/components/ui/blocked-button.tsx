import { useId } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { Tooltip } from './tooltip.tsx'

/**
 * A button that is disabled while there is a `reason`, such as "Fill `readings` first". While disabled, it stays
 * focusable and shows the reason.
 */
export function BlockedButton({ reason, ...rest }: ButtonProps & { reason: string | undefined }) {
  const id = useId()
  if (!reason) return <Button {...rest} />
  return (
    <Tooltip content={reason} side="top" onPress>
      <Button {...rest} aria-disabled aria-describedby={id} />
      <span id={id} className="sr-only">
        {reason}
      </span>
    </Tooltip>
  )
}
