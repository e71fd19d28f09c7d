import { ExportSection } from '#components/ui/export-section.tsx'
import { usePage } from '#lib/page.ts'
import { useSession } from '#lib/session.ts'
import { AppearanceSection } from './appearance-section.tsx'
import { DeletionSection } from './deletion-section.tsx'
import { EmailSection } from './email-section.tsx'
import { LinkedAccountsSection } from './linked-accounts-section.tsx'
import { MembershipsSection } from './memberships-section.tsx'
import { NewsletterSection } from './newsletter-section.tsx'
import { NotificationsSection } from './notifications-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { PlanSection } from './plan-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import * as texts from './texts.ts'
import { SETTINGS_TEXTS } from './texts.ts'
import { TwoFactorSection } from './two-factor-section.tsx'

/** The settings of the user's own account. Each section is saved separately. */
export function AccountSettingsScreen({ linkError }: { linkError?: string | undefined }) {
  usePage([{ label: texts.settings, to: '/settings' }, { label: texts.account }])
  const session = useSession()
  if (!session) return null
  const { user } = session
  const activeId = session.session.activeOrganizationId ?? undefined
  return (
    <div className="w-full max-w-[768px] px-6 pb-12 phone:px-4">
      <ProfileSection user={user} />
      <EmailSection user={user} />
      <PasswordSection session={session} />
      <LinkedAccountsSection error={linkError} />
      <TwoFactorSection user={user} />
      <PasskeysSection />
      <SessionsSection currentId={session.session.id} />
      <MembershipsSection activeId={activeId} />
      <NotificationsSection user={user} />
      <NewsletterSection user={user} />
      <AppearanceSection />
      <PlanSection user={user} />
      <ExportSection title={texts.yourData} help={SETTINGS_TEXTS.data} href="/api/account/export" />
      <DeletionSection email={user.email} />
    </div>
  )
}
