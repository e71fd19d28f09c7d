import { call } from '#lib/api.ts'
import { saveFile } from '#lib/save-file.ts'

/** Saves the report as a single HTML file that needs neither scripts nor a server. */
export async function exportReport(article: HTMLElement, title: string): Promise<void> {
  const html = await reportHtml(article, title)
  saveFile(`${title} report.html`, new Blob([html], { type: 'text/html;charset=utf-8' }))
}

/** Prints the report alone, without the page around it. */
export async function printReport(article: HTMLElement, title: string): Promise<void> {
  const frame = document.createElement('iframe')
  frame.style.cssText = 'position:fixed;width:0;height:0;border:0'
  frame.srcdoc = await reportHtml(article, title)
  frame.addEventListener('load', () => {
    frame.contentWindow?.addEventListener('afterprint', () => frame.remove())
    frame.contentWindow?.print()
  })
  document.body.append(frame)
}

/**
 * Returns the article as a standalone document with absolute links and embedded images. An image that can't be loaded
 * is left blank.
 */
async function reportHtml(article: HTMLElement, title: string): Promise<string> {
  const copy = article.cloneNode(true) as HTMLElement
  for (const link of copy.querySelectorAll('a')) link.setAttribute('href', link.href)
  await Promise.all([...copy.querySelectorAll('img')].map(embed))
  const head = document.createElement('head')
  const name = document.createElement('title')
  name.textContent = title
  head.append(name)
  const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1">${name.outerHTML}</head>`,
    `<body>${copy.outerHTML}</body></html>\n`,
  ].join('')
}

async function embed(image: HTMLImageElement): Promise<void> {
  try {
    const content = await (await call(image.src)).blob()
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(new Error('The image could not be read.')))
    reader.readAsDataURL(content)
    image.setAttribute('src', await promise)
  } catch {
    image.removeAttribute('src')
  }
}
