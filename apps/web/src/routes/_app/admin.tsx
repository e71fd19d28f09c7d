import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { AdminFrame } from '#features/admin/admin-frame.tsx'
import { isAdmin } from '#lib/session.ts'

export const Route = createFileRoute('/_app/admin')({
  beforeLoad: ({ context }) => {
    if (!isAdmin(context.session)) throw redirect({ to: '/dashboard', replace: true })
  },
  component: AdminPage,
})

function AdminPage() {
  return (
    <AdminFrame>
      <Outlet />
    </AdminFrame>
  )
}
