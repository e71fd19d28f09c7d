import type { ApiKey } from '@millrace/contracts/api-keys'
import { Trash2 } from 'lucide-react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Switch } from '#components/ui/switch.tsx'
import { fill } from '#lib/fill.ts'
import * as texts from './texts.ts'

export interface KeyControls {
  onSwitch: (key: ApiKey, active: boolean) => void
  onDelete: (key: ApiKey) => void
}

/** Returns the note on a key, which serves as its name, or a placeholder if it has no note. */
export function nameOf(key: ApiKey): string {
  return key.note || texts.unnamedKey
}

/** Switch that turns a key on or off without confirmation. */
export function KeySwitch({ apiKey, controls }: { apiKey: ApiKey; controls: KeyControls }) {
  const { active } = apiKey
  return (
    <span className="flex items-center gap-2.5">
      <Switch
        aria-label={fill(texts.isActive, nameOf(apiKey))}
        checked={active}
        onChange={({ target }) => controls.onSwitch(apiKey, target.checked)}
      />
      <span aria-hidden="true" className={active ? 'text-ink-2' : 'text-ink-3'}>
        {active ? texts.on : texts.off}
      </span>
    </span>
  )
}

/** Button that calls `controls.onDelete`, which asks for confirmation. */
export function DeleteKeyButton({ apiKey, controls }: { apiKey: ApiKey; controls: KeyControls }) {
  return (
    <IconButton
      size="sm"
      label={fill(texts.deleteNamed, nameOf(apiKey))}
      icon={<Trash2 />}
      onClick={() => controls.onDelete(apiKey)}
    />
  )
}
