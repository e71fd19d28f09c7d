import type { Mail } from './mail.ts'

/** The content from which an email's plain text and HTML are rendered. */
export interface Email {
  to: string
  subject: string
  lines: string[]
  button?: { label: string; href: string }
  after?: string[]
}

/**
 * Renders an email as plain text and as simple HTML. In the subject and the lines, line breaks and control characters
 * become spaces. In the HTML, every string is escaped.
 */
export function compose({ to, subject, button, ...email }: Email): Mail {
  const [lines, after] = [email.lines.map(oneLine), (email.after ?? []).map(oneLine)]
  const text = [...lines, ...(button ? [`${button.label}:\n${button.href}`] : []), ...after, '— Millrace']
  const body = [
    ...lines.map(paragraph),
    ...(button ? [link(button)] : []),
    ...after.map(paragraph),
    '<p style="color:#667">— Millrace</p>',
  ]
  return {
    to,
    subject: oneLine(subject).slice(0, 200),
    text: `${text.join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body style="font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:2rem auto;padding:0 1rem">${body.join('')}</body></html>`,
  }
}

function paragraph(line: string): string {
  return `<p>${escaped(line)}</p>`
}

function link({ label, href }: { label: string; href: string }): string {
  const button =
    'display:inline-block;padding:.6rem 1rem;border-radius:6px;background:#0b5f6b;color:#fff;text-decoration:none'
  return `<p><a href="${escaped(href)}" style="${button}">${escaped(label)}</a></p><p style="color:#667;font-size:13px;word-break:break-all">${escaped(href)}</p>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}
