import { clsx } from 'clsx'
import { useId } from 'react'
import { Section } from '#components/ui/section.tsx'
import { type Choice, Segmented } from '#components/ui/segmented.tsx'
import { Switch } from '#components/ui/switch.tsx'
import { type Density, useDensity } from '#lib/density.ts'
import { useLetterKeys } from '#lib/keys.ts'
import { type Theme, useTheme } from '#lib/theme.ts'
import * as texts from './texts.ts'
import { SETTINGS_TEXTS } from './texts.ts'

const CHOICES: readonly { value: Theme; label: string; drawn: readonly ('light' | 'dark')[] }[] = [
  { value: 'light', label: texts.light, drawn: ['light'] },
  { value: 'dark', label: texts.dark, drawn: ['dark'] },
  { value: 'system', label: texts.system, drawn: ['light', 'dark'] },
]

const ROWS: readonly Choice<Density>[] = [
  { value: 'compact', label: texts.compact },
  { value: 'default', label: texts.defaultLabel },
  { value: 'comfortable', label: texts.comfortable },
]

/** Theme, density and shortcuts of this browser. */
export function AppearanceSection() {
  const [theme, setTheme] = useTheme()
  const [density, setDensity] = useDensity()
  const [letters, setLetters] = useLetterKeys()
  const name = useId()
  return (
    <Section title={texts.appearance} help={SETTINGS_TEXTS.appearance}>
      <fieldset aria-label={texts.theme} className="flex flex-wrap gap-3">
        {CHOICES.map(({ value, label, drawn }) => (
          <label key={value} className="grid justify-items-center gap-1.5 text-ink-2 has-checked:text-ink">
            <input
              type="radio"
              name={name}
              value={value}
              checked={theme === value}
              onChange={() => setTheme(value)}
              className="peer sr-only"
            />
            <ThemeDrawing themes={drawn} />
            {label}
          </label>
        ))}
      </fieldset>
      <p className="mt-4 mb-1.5" aria-hidden="true">
        {texts.listDensity}
      </p>
      <Segmented label={texts.listDensity} value={density} onChange={setDensity} choices={ROWS} className="w-fit" />
      <div className="mt-4">
        <Switch checked={letters} onChange={({ target }) => setLetters(target.checked)}>
          {texts.singleKeyShortcuts}
        </Switch>
        <p className="text-xs text-ink-3">{texts.singleKeysHelp}</p>
      </div>
    </Section>
  )
}

function ThemeDrawing({ themes }: { themes: readonly ('light' | 'dark')[] }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'flex h-16 w-24 overflow-hidden rounded-lg border border-line-strong',
        'peer-checked:border-accent peer-checked:ring-1 peer-checked:ring-accent',
        'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent',
      )}
    >
      {themes.map((theme) => (
        <span key={theme} data-theme={theme} className="flex flex-1 bg-surface">
          <span className="w-1/4 border-r border-line bg-canvas" />
          <span className="flex flex-1 flex-col gap-1.5 p-2">
            <span className="h-1 w-2/3 rounded-full bg-ink-3" />
            <span className="h-1 rounded-full bg-line-strong" />
            <span className="h-1 w-1/2 rounded-full bg-accent" />
          </span>
        </span>
      ))}
    </span>
  )
}
