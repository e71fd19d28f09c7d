export type FigureFormat = 'png' | 'svg'

const PREFIXES: Record<FigureFormat, string> = {
  png: 'data:image/png;base64,',
  svg: 'data:image/svg+xml,',
}
const PATIENCE_MS = 20_000

/**
 * Asks a figure's document to draw the figure as an image. The document has no origin, so its reply is recognized by
 * its window. Rejects if the reply is not an image of the requested format, or doesn't arrive in time.
 */
export function figureImage(frame: HTMLIFrameElement, format: FigureFormat): Promise<Blob> {
  const { promise, resolve, reject } = Promise.withResolvers<Blob>()
  const refuse = () => reject(new Error('The figure could not be saved as an image. Download its data instead.'))
  function onMessage({ source, data }: MessageEvent<{ saved?: unknown; image?: unknown } | null>) {
    if (source !== frame.contentWindow || data?.saved !== format) return
    const blob = imageBlob(format, data.image)
    if (blob) resolve(blob)
    else refuse()
  }
  const timer = setTimeout(refuse, PATIENCE_MS)
  addEventListener('message', onMessage)
  frame.contentWindow?.postMessage({ save: format }, '*')
  return promise.finally(() => {
    clearTimeout(timer)
    removeEventListener('message', onMessage)
  })
}

/** Returns the content of a data URL, or undefined if it isn't an image of the format. */
export function imageBlob(format: FigureFormat, url: unknown): Blob | undefined {
  const prefix = PREFIXES[format]
  if (typeof url !== 'string' || !url.startsWith(prefix)) return undefined
  const content = url.slice(prefix.length)
  try {
    return format === 'svg'
      ? new Blob([decodeURIComponent(content)], { type: 'image/svg+xml' })
      : new Blob([Uint8Array.from(atob(content), (character) => character.charCodeAt(0))], { type: 'image/png' })
  } catch {
    return undefined
  }
}
