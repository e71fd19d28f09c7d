import { Section } from '#components/ui/section.tsx'
import { Switch } from '#components/ui/switch.tsx'
import type { SessionUser } from '#lib/session.ts'
import { useSetMentionMails } from './account-settings.queries.ts'
import * as texts from './texts.ts'
import { SETTINGS_TEXTS } from './texts.ts'

/** Which emails the user gets about what others do. */
export function NotificationsSection({ user }: { user: SessionUser }) {
  const set = useSetMentionMails()
  const isWanted = set.isPending ? set.variables : user.mentionMails !== false
  return (
    <Section title={texts.notifications} help={SETTINGS_TEXTS.notifications}>
      <Switch checked={isWanted} onChange={({ target }) => set.mutate(target.checked)}>
        {texts.emailMeWhenMentioned}
      </Switch>
    </Section>
  )
}
