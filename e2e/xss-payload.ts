import type { Page } from 'playwright-core'

/** A script that tries to access cookies, storage, the surrounding page, and the API with the user's session. */
export const XSS_PAYLOAD = `try{fetch('/api/EntryPoint?stolen',{credentials:'include'})}catch(e){}try{document.cookie='stolen=1'}catch(e){}try{localStorage.stolen='1'}catch(e){}try{top.stolen='1'}catch(e){}top.postMessage('stolen','*')`

/**
 * Watches what scripts in files can access, in any frame of a page. The returned function lists what they have
 * accessed.
 */
export async function watchForLeaks(page: Page): Promise<() => Promise<string[]>> {
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('stolen')) requests.push('the API')
  })
  page.on('response', (response) => {
    const { origin, protocol } = new URL(response.url())
    if (/^https?:$/.test(protocol) && origin !== new URL(page.url()).origin) requests.push(response.url())
  })
  const messages = "addEventListener('message', ({ data }) => { if (data === 'stolen') top.told = '1' })"
  await page.addInitScript(messages)
  await page.evaluate(messages)
  return async () => {
    const cookies = await page.context().cookies()
    const inPage: string[] = await page.evaluate(
      `[['storage', localStorage.stolen], ['the page', top.stolen], ['a message', top.told]].filter(([, is]) => is).map(([name]) => name)`,
    )
    return [...new Set(requests), ...(cookies.some(({ name }) => name === 'stolen') ? ['cookies'] : []), ...inPage]
  }
}
