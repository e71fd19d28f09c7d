import { useMutation } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { callJson } from '#lib/api.ts'
import { decodeLink } from '#lib/link-code.ts'
import { Button } from '../ui/button.tsx'
import * as texts from './texts.ts'

interface AskForAccessProps {
  href: string
  back?: ReactNode
}

/**
 * Button that asks the owner of the resource at a URL for access. The server’s reply is the same if the resource
 * doesn’t exist.
 */
export function AskForAccess({ href, back }: AskForAccessProps) {
  const { pathname } = new URL(href)
  const ask = useMutation({
    mutationFn: () => callJson<object>('/api/account/access-requests', { method: 'POST', body: { url: pathname } }),
  })
  return (
    <div className="grid max-w-full justify-items-center gap-3">
      {ask.isSuccess ? (
        <p role="status" className="flex items-start gap-2 rounded-lg bg-success-soft px-3 py-2 text-left">
          <Check className="icon-sm mt-[3px] flex-none text-success" />
          <span>
            <b className="block font-medium">{texts.requestSent}</b>
            {texts.requestSentHelp}
          </span>
        </p>
      ) : null}
      <div className="flex flex-wrap justify-center gap-2">
        {ask.isSuccess ? null : (
          <Button variant="primary" working={ask.isPending} onClick={() => ask.mutate()}>
            {texts.askForAccess}
          </Button>
        )}
        {back}
      </div>
      {ask.isSuccess ? null : <p className="text-xs text-ink-3">{texts.ownerSeesYou}</p>}
    </div>
  )
}

/**
 * Button that asks the owner of the page’s resource for access. The resource’s link is in the URL (`{details}`). If the
 * link is invalid, only `back` is shown.
 */
export function AskForThisPage({ back }: Pick<AskForAccessProps, 'back'>) {
  const { details } = useParams({ strict: false })
  const href = details === undefined ? undefined : decodeLink(details)
  return href === undefined ? back : <AskForAccess key={href} href={href} back={back} />
}
