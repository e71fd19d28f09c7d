import type { StepContext } from '@millrace/worker-sdk'
import { IMAGES, pagesLeftOut, pagesOf, type ReadImage, readImage } from './read-image.ts'

/** Changes one image after the other, of each the first page. Returns how many there are. */
export async function eachImage(
  context: Pick<StepContext<unknown>, 'inputs' | 'log' | 'progress'>,
  change: (read: ReadImage) => Promise<unknown>,
): Promise<number> {
  const images = context.inputs(IMAGES.name)
  for (const [at, input] of images.entries()) {
    const pages = await pagesOf(input)
    if (pages > 1) context.log.warn(pagesLeftOut(input.name, pages))
    await change(await readImage(input))
    context.progress((at + 1) / images.length)
  }
  return images.length
}
