import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { SkeletonLines } from '#components/ui/skeleton-lines.tsx'
import { Shell } from '#features/shell/shell.tsx'
import { StartJobHost } from '#features/start-job/start-job-host.tsx'
import type { WorkDataDocument } from '#lib/job-facts.ts'
import { sessionQuery } from '#lib/session.ts'
import { mustSignInAgain, signedOut } from '#lib/signed-out.ts'
import { usePrefetch } from '#lib/use-prefetch.ts'
import { useValue } from '#lib/value.ts'

interface AppSearch {
  /** Opens the start panel over any page (see lib/start-search.ts). */
  start?: string | undefined
}

const SignInAgain = lazy(() =>
  import('#features/account/sign-in-again.tsx').then((module) => ({ default: module.SignInAgain })),
)

/** Loaded when the start panel shows the first result. */
const MiniPreview = lazy(() =>
  import('#features/previews/mini-preview.tsx').then((module) => ({ default: module.MiniPreview })),
)

function previewOf(file: WorkDataDocument) {
  return (
    <Suspense fallback={<SkeletonLines />}>
      <MiniPreview data={file} size="large" />
    </Suspense>
  )
}

/** Loaded in idle time, including toasts and placeholders, which are needed when the server is unreachable. */
const AHEAD = [
  () => import('#features/start-job/start-sheet.tsx'),
  () => import('#features/shell/error-pages.tsx'),
  () => import('#components/ui/list-skeleton.tsx'),
  () => import('#components/ui/toaster.tsx'),
  () => import('sonner'),
]

/** Layout of all pages that require a session: guard, shell, live updates. */
export const Route = createFileRoute('/_app')({
  // NOTE: a parameter that is omitted here keeps its raw value. Only `undefined` removes it.
  validateSearch: (search: Record<string, unknown>): AppSearch => ({
    start: typeof search.start === 'string' && search.start ? search.start : undefined,
  }),
  beforeLoad: async ({ context, location }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery)
    if (!session) throw redirect({ to: '/login', search: { redirectPath: location.href } })
    if (session.session.passwordResetRequired) {
      throw redirect({ to: '/change-password', search: { redirectPath: location.href } })
    }
    return { session }
  },
  component: AppLayout,
})

function AppLayout() {
  const expired = useValue(signedOut)
  const isStale = useValue(mustSignInAgain)
  const { start } = Route.useSearch()
  usePrefetch(AHEAD)
  return (
    <Shell>
      <Outlet />
      <StartJobHost start={start} preview={previewOf} />
      {expired || isStale ? (
        <Suspense>
          <SignInAgain onCancel={expired ? undefined : () => mustSignInAgain.set(false)} />
        </Suspense>
      ) : null}
    </Shell>
  )
}
