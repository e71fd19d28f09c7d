import { readTiffEntries } from '@millrace/figures/tiff-directory'
import { addFields, textField } from './tiff-fields.ts'

const DESCRIPTION = 270
/** Maximum size of a description. Longer descriptions are not from tifffile or ImageJ and are left unchanged. */
const BYTES_MAX = 100_000
/** Lines of ImageJ's description that describe the stack to which a page belongs. */
const STACK_LINE = /^(images|channels|slices|frames|hyperstack|mode|loop)=.*\n?/gm

/**
 * Corrects the description that an image inherits from its original. tifffile and ImageJ describe the shape of the
 * whole stack, which is wrong for a single page and for a resized image.
 */
export async function correctShape(path: string): Promise<void> {
  const [field] = await readTiffEntries(path, 0, { tags: [DESCRIPTION], mostBytes: BYTES_MAX })
  const text = field?.bytes.toString().replace(/\0.*$/s, '')
  if (text === undefined) return
  const right = withoutShape(text)
  if (right !== text) await addFields(path, right === '' ? [] : [textField(DESCRIPTION, right)], [DESCRIPTION])
}

/** Removes the shape from a description. Returns an empty string if the description contains nothing else. */
function withoutShape(text: string): string {
  if (text.startsWith('ImageJ=')) return text.replace(STACK_LINE, '')
  const { shape, axes: _axes, ...rest } = objectIn(text)
  if (!Array.isArray(shape)) return text
  return Object.keys(rest).length > 0 ? JSON.stringify(rest) : ''
}

function objectIn(text: string): Record<string, unknown> {
  if (!text.startsWith('{')) return {}
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}
