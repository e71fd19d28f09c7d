import type { StepContext } from '@millrace/worker-sdk'
import { type ImageNotes, imageNotes } from './image-notes.ts'
import { IMAGES, pagesLeftOut, pagesOf, type ReadImage, readImage } from './read-image.ts'

/** Calls `change` with the first page of each image in turn. Returns the number of images. */
export async function eachImage(
  context: Pick<StepContext<unknown>, 'inputs' | 'log' | 'progress'>,
  change: (read: ReadImage, notes: ImageNotes) => Promise<unknown>,
): Promise<number> {
  const images = context.inputs(IMAGES.name)
  const notes = imageNotes()
  for (const [at, input] of images.entries()) {
    const pages = await pagesOf(input)
    if (pages > 1) notes.add(input.name, pagesLeftOut(pages))
    await change(await readImage(input), notes)
    context.progress((at + 1) / images.length)
  }
  notes.write(context.log)
  return images.length
}
