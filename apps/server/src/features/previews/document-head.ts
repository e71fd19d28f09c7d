export type Theme = 'light' | 'dark'

const LOOKS: Record<Theme, string> = {
  light:
    '--ink:#162024;--faint:#5d6a6f;--line:#dde3e5;--ground:#ffffff;--sunken:#eff2f3;--hit:#ffd76a;--series:#006b7d,#734ba4,#8e5911,#355eae,#127244',
  dark: '--ink:#e9eeef;--faint:#8d979b;--line:#22292c;--ground:#0f1417;--sunken:#090e10;--hit:#b9860b;--series:#68d0dc,#c6a7ee,#efb85d,#8fb4f8,#65d193',
}

/** The start of a sandboxed document of ours, up to its body: title, font and the colors of the theme. */
export function documentHead({
  title,
  theme,
  font,
  style,
}: {
  title: string
  theme: Theme
  font: string
  style: string
}) {
  const base =
    `@font-face{font-family:"IBM Plex Sans Variable";src:url("${escapeHtml(font)}") format("woff2-variations");font-weight:100 700}` +
    `:root{color-scheme:${theme};${LOOKS[theme]}}html,body{height:100%;margin:0;background:var(--ground);color:var(--ink)}` +
    'body{font:400 14px/22px "IBM Plex Sans Variable",system-ui,sans-serif}#message{padding:24px;margin:0}'
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>` +
    `<style>${base}${style}</style></head>`
  )
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
