import { call } from './api.ts'
import { type DigestOptions, digestOf } from './file-digest.ts'
import { VERSION } from './partial-uploads.ts'

/**
 * Hashes a file and asks the server to complete the upload with content that the owner already has. Resolves with the
 * URL of the work data, or with undefined if the bytes must be sent.
 */
export async function linkExistingContent(
  upload: string,
  file: File,
  options: DigestOptions,
): Promise<string | undefined> {
  const reply = await call(upload, {
    method: 'PATCH',
    headers: {
      ...VERSION,
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'repr-digest': await digestOf(file, options),
    },
    signal: options.signal,
  })
  return reply.headers.get('location') ?? undefined
}
