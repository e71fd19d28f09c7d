import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { CircleCheck, CircleDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import { useAccessRequests } from '#components/access-requests/access-requests.queries.ts'
import { Kbd } from '#components/ui/kbd.tsx'
import { SectionHead } from '#components/ui/page-head.tsx'
import { FIRST_SHORTCUTS } from '#lib/first-shortcuts.ts'
import { keyCaps } from '#lib/keys.ts'
import type { Dashboard } from './dashboard.queries.ts'
import * as texts from './texts.ts'

const KEYS = ['startJob', 'help'] as const

/** The side column of a first visit: what has been done and what comes next. */
export function FirstSteps({ dashboard: { sample, UploadedWorkData: uploads } }: { dashboard: Dashboard }) {
  const ranSample = sample.length > 0 && sample.every(({ properties }) => properties.State === 'Completed')
  // The sample includes one file.
  const uploaded = uploads > (sample.length > 0 ? 1 : 0)
  const isAsked = useAccessRequests().length > 0
  const done = Number(ranSample) + Number(uploaded)
  return (
    <>
      <section aria-labelledby="first-steps">
        <SectionHead id="first-steps" title={texts.firstSteps} count={`${done} of 2`} />
        <div className="mt-1 mb-3 grid grid-cols-2 gap-[3px]" aria-hidden="true">
          {[0, 1].map((at) => (
            <span key={at} className={clsx('h-1 rounded-full', at < done ? 'bg-accent' : 'bg-line')} />
          ))}
        </div>
        <ul>
          <Step done={ranSample} title={texts.watchItRun} text={texts.sampleStepHelp} />
          <Step
            done={uploaded}
            title={
              <Link to="/workdata/upload" className="rounded-sm hover:text-accent">
                {texts.uploadYourOwnData}
              </Link>
            }
            text={texts.oneFileIsEnough}
            keys={keyCaps(FIRST_SHORTCUTS.upload.keys)}
          />
        </ul>
      </section>
      {isAsked ? null : (
        <section aria-labelledby="no-needs">
          <SectionHead id="no-needs" title={texts.needsYou} />
          <p className="text-ink-2">{texts.youreAllCaughtUp}</p>
        </section>
      )}
      <section aria-labelledby="some-keys" className="touch:hidden">
        <SectionHead id="some-keys" title={texts.keyboardShortcuts} />
        {KEYS.map((name) => (
          <div key={name} className="flex h-7 items-center justify-between text-ink-2">
            {name === 'help' ? texts.allShortcuts : FIRST_SHORTCUTS[name].text}
            <Kbd>{keyCaps(FIRST_SHORTCUTS[name].keys)}</Kbd>
          </div>
        ))}
      </section>
    </>
  )
}

function Step({ done, title, text, keys }: { done: boolean; title: ReactNode; text: string; keys?: string }) {
  const Icon = done ? CircleCheck : CircleDashed
  return (
    <li className="grid grid-cols-[16px_minmax(0,1fr)_auto] items-start gap-x-2.5 border-t border-line py-2">
      <Icon className={clsx('mt-0.5', done ? 'text-success' : 'text-idle')} aria-hidden="true" />
      <span>
        <span className="font-medium">{title}</span>
        {done ? <span className="sr-only">{texts.done}</span> : null}
        <span className="block text-xs text-ink-3">{text}</span>
      </span>
      {keys ? <Kbd>{keys}</Kbd> : null}
    </li>
  )
}
