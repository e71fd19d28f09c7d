import { Monitor, Moon, Sun } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Logo } from '#components/ui/logo.tsx'
import { fill } from '#lib/fill.ts'
import { preloadAuth } from '#lib/session.ts'
import { THEMES, useTheme } from '#lib/theme.ts'
import * as texts from './texts.ts'
import { WaterPicture } from './water-picture.tsx'

/** The frame of all pages before sign-in: the form on the left, a picture of flowing water on the right. */
export function AuthFrame({ children }: { children: ReactNode }) {
  useEffect(preloadAuth, [])
  return (
    <div className="grid min-h-dvh bg-surface lg:grid-cols-[minmax(0,580fr)_minmax(0,860fr)]">
      <div className="flex flex-col px-10 py-8 phone:px-5 phone:py-6">
        <header className="flex items-center gap-[9px] text-lg font-semibold tracking-tight">
          <Logo size={28} />
          <span aria-hidden="true">Millrace</span>
        </header>
        <main className="m-auto w-full max-w-[360px] py-10">{children}</main>
        <footer className="flex items-center justify-between text-xs text-ink-3">
          <span>{location.host}</span>
          <ThemeButton />
        </footer>
      </div>
      <div className="relative overflow-hidden border-l border-line bg-canvas max-lg:hidden">
        <WaterPicture />
      </div>
    </div>
  )
}

const LOOKS = {
  light: [Sun, texts.lightTheme],
  dark: [Moon, texts.darkTheme],
  system: [Monitor, texts.systemTheme],
} as const

function ThemeButton() {
  const [theme, setTheme] = useTheme()
  const [Icon, words] = LOOKS[theme]
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
  return (
    <button
      type="button"
      onClick={() => setTheme(next)}
      aria-label={fill(texts.changeTo, words, LOOKS[next][1].toLowerCase())}
      className="-mr-2 flex min-h-7 items-center gap-2 rounded-md px-2 hover:bg-hover hover:text-ink touch:min-h-11"
    >
      <Icon className="icon-sm" aria-hidden="true" />
      {words}
    </button>
  )
}
