import { THEME_COLORS, type Theme } from '@millrace/figures/theme-colors'

export type { Theme }

/** Renders the start of a sandboxed document, up to its body: title, font and theme colors. */
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
    `:root{color-scheme:${theme};${colorsOf(theme)}}html,body{height:100%;margin:0;background:var(--ground);color:var(--ink)}` +
    'body{font:400 14px/22px "IBM Plex Sans Variable",system-ui,sans-serif}#message{padding:24px;margin:0}'
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>` +
    `<style>${base}${style}</style></head>`
  )
}

function colorsOf(theme: Theme): string {
  return Object.entries(THEME_COLORS[theme])
    .map(([name, color]) => `--${name}:${color}`)
    .join(';')
}

/** Escapes text for use between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
