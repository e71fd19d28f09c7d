import { useMutation } from '@tanstack/react-query'
import { VenetianMask } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { callJson } from '#lib/api.ts'
import { fill } from '#lib/fill.ts'
import { formatClock } from '#lib/format.ts'
import { tellOtherTabs } from '#lib/other-tabs.ts'
import type { Session } from '#lib/session.ts'
import * as texts from './texts.ts'

/** Shown on every page, above dialogs and sheets, while an administrator impersonates a user. It can’t be dismissed. */
export function ImpersonationBanner({ session: { session, user } }: { session: Session }) {
  const stop = useStopImpersonating(user.id)
  return (
    <aside
      data-banner
      aria-label={texts.impersonation}
      className="sticky top-0 z-50 flex h-(--banner) items-center gap-3 bg-danger px-6 text-on-danger phone:gap-2 phone:px-4"
    >
      <VenetianMask />
      <p className="min-w-0 flex-1 truncate" title={`${user.name}, ${user.email}`}>
        Impersonating <b className="font-semibold">{user.name}</b>
        <span className="phone:hidden">{fill(texts.until, user.email, formatClock(session.expiresAt))}</span>
      </p>
      <Button size="sm" className="touch:h-9!" working={stop.isPending} onClick={() => stop.mutate()}>
        <span>
          {texts.stop}
          <span className="phone:sr-only">{texts.impersonating}</span>
        </span>
      </Button>
    </aside>
  )
}

/** Loads a new document, so that no data of the impersonated user stays in memory. */
function useStopImpersonating(userId: string) {
  return useMutation({
    mutationFn: () => callJson('/api/auth/admin/stop-impersonating', { method: 'POST', body: {} }),
    onSuccess: () => {
      tellOtherTabs('context-changed')
      location.assign(`/admin/users?user=${encodeURIComponent(userId)}`)
    },
  })
}
