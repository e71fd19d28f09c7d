import { createFileRoute, redirect } from '@tanstack/react-router'
import { sessionQuery } from '#lib/session.ts'

export const Route = createFileRoute('/')({
  beforeLoad: async ({ context }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery)
    throw redirect({ to: session ? '/dashboard' : '/login' })
  },
})
