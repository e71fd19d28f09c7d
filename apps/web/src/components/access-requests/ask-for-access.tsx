import { useMutation } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { callJson } from '#lib/api.ts'
import { decodeLink } from '#lib/link-code.ts'
import { Button } from '../ui/button.tsx'

/** Asks the owner of what the address leads to for access. The server replies the same if nothing is there. */
export function AskForAccess({ href }: { href: string }) {
  const { pathname } = new URL(href)
  const ask = useMutation({
    mutationFn: () => callJson<object>('/api/account/access-requests', { method: 'POST', body: { url: pathname } }),
  })
  return (
    <div className="grid max-w-full justify-items-center gap-3">
      <code className="mono-sm max-w-full rounded-sm bg-sunken px-1.5 py-0.5 text-ink-2 wrap-anywhere">{pathname}</code>
      {ask.isSuccess ? (
        <p role="status" className="flex items-start gap-2 text-left text-ink-2">
          <Check aria-hidden="true" className="icon-sm mt-0.5 flex-none text-success" />
          If it exists, its owner was asked. You get an email when you are given access.
        </p>
      ) : (
        <>
          <Button variant="primary" working={ask.isPending} onClick={() => ask.mutate()}>
            Ask for access
          </Button>
          <p className="text-xs text-ink-3">The owner sees your name and email address.</p>
        </>
      )}
    </div>
  )
}

/** The same for a page whose `{details}` is a link to the resource. */
export function AskForThisPage() {
  const { details } = useParams({ strict: false })
  const href = details === undefined ? undefined : decodeLink(details)
  return href === undefined ? null : <AskForAccess key={href} href={href} />
}
