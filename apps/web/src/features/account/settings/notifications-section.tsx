import { Section } from '#components/ui/section.tsx'
import { Switch } from '#components/ui/switch.tsx'
import type { SessionUser } from '#lib/session.ts'
import { useSetMentionMails } from './account-settings.queries.ts'
import * as texts from './texts.ts'
import { SETTINGS_TEXTS } from './texts.ts'

/** Selects which emails the user receives about the actions of others. */
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
