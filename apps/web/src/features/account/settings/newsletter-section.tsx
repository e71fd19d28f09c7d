import { useQuery } from '@tanstack/react-query'
import { Section } from '#components/ui/section.tsx'
import { Switch } from '#components/ui/switch.tsx'
import type { SessionUser } from '#lib/session.ts'
import { toast } from '#lib/toast.ts'
import { welcomeQuery } from '../account.queries.ts'
import { useSetNewsletter } from './account-settings.queries.ts'
import * as texts from './texts.ts'
import { SETTINGS_TEXTS } from './texts.ts'

/** Newsletter subscription, shown if this installation has a newsletter. */
export function NewsletterSection({ user }: { user: SessionUser }) {
  const { data: welcome } = useQuery(welcomeQuery())
  const setNewsletter = useSetNewsletter()
  if (!welcome?.newsletter) return null
  const isWanted = setNewsletter.isPending ? setNewsletter.variables : user.newsletter === true
  return (
    <Section title={texts.newsletter} help={SETTINGS_TEXTS.newsletter.help}>
      <Switch
        checked={isWanted}
        onChange={({ target }) =>
          setNewsletter.mutate(target.checked, {
            onSuccess: (_reply, wanted) =>
              toast.success(wanted ? SETTINGS_TEXTS.newsletter.on : SETTINGS_TEXTS.newsletter.off),
          })
        }
      >
        {texts.sendMeTheNewsletter}
      </Switch>
    </Section>
  )
}
