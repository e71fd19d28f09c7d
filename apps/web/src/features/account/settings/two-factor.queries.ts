import { useMutation, useQueryClient } from '@tanstack/react-query'
import { askAuth, refreshSession } from '#lib/session.ts'

/** What the authenticator app and the user need to enroll. */
export interface Enrollment {
  uri: string
  /** The key in the URI, for manual entry. */
  key: string
  backupCodes: string[]
}

/** Starts the enrollment of an authenticator app, which takes effect after its first code is verified. */
export function useEnroll() {
  return useMutation({
    meta: { quiet: true },
    async mutationFn(password: string): Promise<Enrollment> {
      const reply = await askAuth<object>((auth) => auth.twoFactor.enable({ password }))
      const { totpURI, backupCodes } = reply as { totpURI: string; backupCodes: string[] }
      return { uri: totpURI, key: new URL(totpURI).searchParams.get('secret') ?? '', backupCodes }
    },
  })
}

/** Verifies the first code, which turns the second factor on. */
export function useVerifyFirstCode() {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { quiet: true },
    mutationFn: (code: string) => askAuth<unknown>((auth) => auth.twoFactor.verifyTotp({ code })),
    // The auth library replaces the session, so it is loaded again.
    onSuccess: () => refreshSession(queryClient),
  })
}

export function useNewBackupCodes() {
  return useMutation({
    meta: { quiet: true },
    async mutationFn(password: string): Promise<string[]> {
      const reply = await askAuth((auth) => auth.twoFactor.generateBackupCodes({ password }))
      return reply.backupCodes
    },
  })
}

/** Turns the second factor off. Requires the password. */
export function useTurnOff() {
  return useMutation({
    meta: { quiet: true },
    mutationFn: (password: string) => askAuth<unknown>((auth) => auth.twoFactor.disable({ password })),
  })
}
