import { LIMITS } from '@millrace/contracts/limits'
import { Manifest } from '@millrace/contracts/manifest'
import { CreateProcessingStepParameters } from '@millrace/contracts/processing-steps'
import type { Context } from 'hono'
import type { AppEnv } from '#app-env.ts'
import { withBody } from '#http/body-stream.ts'
import { readJson } from '#http/json-body.ts'
import { readUpload, type UploadedPart } from '#http/upload-body.ts'
import { unwrapped, valid } from '#http/valid.ts'
import { parseJson } from '#json-text.ts'
import { Problem } from '#problem.ts'

/** Reads the body of a registration: a manifest (a file or JSON) or, in the older form, a name without a manifest. */
export async function readRegistration(c: Context<AppEnv>): Promise<Manifest | CreateProcessingStepParameters> {
  if (isUpload(c)) return readManifest(c)
  const body = unwrapped(await readJson(c), 'CreateProcessingStepParameters')
  const isByName = body !== null && typeof body === 'object' && 'FunctionName' in body
  return isByName ? valid(CreateProcessingStepParameters, body) : valid(Manifest, body)
}

export async function readManifest(c: Context<AppEnv>): Promise<Manifest> {
  return valid(Manifest, isUpload(c) ? await uploadedJson(c) : await readJson(c))
}

function isUpload(c: Context<AppEnv>): boolean {
  return /^multipart\/form-data/i.test(c.req.header('content-type') ?? '')
}

async function uploadedJson(c: Context<AppEnv>): Promise<unknown> {
  const type = c.req.header('content-type') ?? ''
  const { files } = await withBody(c, 'otherMs', (body) => readUpload(type, body, textOf))
  const [text, ...more] = files
  if (text === undefined || more.length > 0) throw new Problem('bad-multipart', 'Send one manifest at a time.')
  return parseJson(text)
}

async function textOf({ content }: UploadedPart): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of content as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > LIMITS.jsonBodyBytes) {
      throw new Problem(
        'too-large',
        `A manifest can be up to ${LIMITS.jsonBodyBytes.toLocaleString('en')} bytes in size.`,
      )
    }
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}
