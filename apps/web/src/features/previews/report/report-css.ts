/**
 * The styles of a report, on the page and in the exported file. The file doesn't define the CSS variables, so the
 * fallback values apply there.
 */
export const REPORT_CSS = `
.report { color: var(--ink, #1a2024); font: 14px/1.5 system-ui, sans-serif; font-family: var(--font-sans, system-ui, sans-serif); max-width: 60rem; margin: 0 auto; padding: 1.25rem 1.5rem 2rem; overflow-wrap: anywhere; }
@media (max-width: 639px) { .report { padding: 1rem 1rem 2rem; } }
.report h1 { font-size: 1.6rem; font-weight: 600; line-height: 1.25; margin: 0 0 .25rem; }
.report h2 { font-size: 1.1rem; font-weight: 600; margin: 2rem 0 .6rem; }
.report header { margin-bottom: 2rem; }
.report header + section > h2 { margin-top: 0; }
.report h3 { font-size: 1rem; font-weight: 600; margin: 1.4rem 0 .3rem; }
.report h4 { font-weight: 600; margin: .8rem 0 .2rem; }
.report p { margin: .25rem 0; }
.report a { color: var(--accent, #006a7d); text-decoration: underline; text-underline-offset: .25em; }
.report .quiet { color: var(--ink-2, #56636b); }
.report .bad { color: var(--danger, #b3261e); }
.report code, .report pre { font-family: var(--font-mono, ui-monospace, monospace); font-size: .85em; }
.report pre { background: var(--sunken, #f1f4f5); padding: .5rem .7rem; border-radius: 6px; white-space: pre-wrap; max-height: 14rem; overflow: auto; margin: .3rem 0; }
.report pre.lines { white-space: pre; max-height: none; }
.report table { border-collapse: collapse; width: 100%; margin: .3rem 0; font-size: .9em; }
.report th, .report td { text-align: left; vertical-align: top; padding: .25rem .6rem .25rem 0; border-bottom: 1px solid var(--line, #dde3e6); }
.report th[scope=row] { width: 12rem; }
.report th { font-weight: 500; color: var(--ink-2, #56636b); }
.report figure { margin: .8rem 0 1.4rem; break-inside: avoid; }
.report figcaption { margin: 0 0 .4rem; }
.report .number { text-align: right; font-variant-numeric: tabular-nums; }
.report figure svg, .report figure img { display: block; width: 100%; max-width: 44rem; height: auto; border: 1px solid var(--line, #dde3e6); border-radius: 6px; background: #fff; }
.report figure svg { background: var(--surface, #fff); }
.report section { break-inside: auto; }
.report .inner { border-left: 2px solid var(--line, #dde3e6); padding-left: 1rem; margin: .6rem 0 1rem; }
.report .inner h3 { font-size: .95rem; margin-top: .9rem; }
@media print { .report { ${unset('ink', 'ink-2', 'accent', 'danger', 'line', 'sunken', 'surface', 'violet', 'warning', 'success')} color-scheme: light; background: #fff; padding: 0; max-width: none; font-size: 11px; } .report pre { max-height: none; overflow: visible; } .report h2, .report h3 { break-after: avoid; } }
`

/** Unsets CSS variables for print, so the light fallback values apply even in the dark theme. */
function unset(...names: string[]): string {
  return names.map((name) => `--${name}: initial;`).join(' ')
}
