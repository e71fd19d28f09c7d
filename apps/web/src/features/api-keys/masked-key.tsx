import type { ApiKey } from '@millrace/contracts/api-keys'
import { fill } from '#lib/fill.ts'
import * as texts from './texts.ts'

/** The prefix and the last characters of a key, by which users recognize it. */
export function MaskedKey({ apiKey: { id, last4 } }: { apiKey: ApiKey }) {
  return (
    <span className="mono-sm text-ink-3" title={fill(texts.idAndEnd, id, last4)}>
      mr_…{last4}
    </span>
  )
}
