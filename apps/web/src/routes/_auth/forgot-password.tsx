import { createFileRoute } from '@tanstack/react-router'
import { ForgotPasswordScreen } from '#features/account/forgot-password-screen.tsx'
import * as texts from '#features/account/texts.ts'
import { usePage } from '#lib/page.ts'

export const Route = createFileRoute('/_auth/forgot-password')({ component: ForgotPasswordPage })

function ForgotPasswordPage() {
  usePage([{ label: texts.forgotPasswordTitle }])
  return <ForgotPasswordScreen />
}
