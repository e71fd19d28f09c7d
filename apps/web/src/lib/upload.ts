import { LIMITS } from '@millrace/contracts/limits'
import { SIREN_TYPE } from '@millrace/siren/document'
import { ApiProblem, ownAddress, readProblem } from './api.ts'
import type { SirenAction } from './siren.ts'

export interface UploadOptions {
  tags?: readonly string[]
  idempotencyKey: string
  signal: AbortSignal
  onProgress(sentBytes: number): void
}

/**
 * Sends one file by the server's Upload action and resolves with the address of the new work data. XMLHttpRequest,
 * because fetch tells nothing about bytes already sent.
 */
export function uploadFile(action: SirenAction, file: File, options: UploadOptions): Promise<string> {
  const { tags = [], idempotencyKey, signal, onProgress } = options
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(action.method ?? 'POST', ownAddress(action.href))
    request.withCredentials = true
    request.timeout = LIMITS.uploadTimeoutMs
    request.setRequestHeader('accept', SIREN_TYPE)
    request.setRequestHeader('idempotency-key', idempotencyKey)
    request.upload.onprogress = (event) => onProgress(Math.min(event.loaded, file.size))
    request.onload = () => {
      const location = request.getResponseHeader('location')
      if (request.status < 300 && location) resolve(location)
      else reject(problemOf(request))
    }
    request.onerror = () => reject(failure('Connection lost.'))
    request.ontimeout = () => reject(failure('The upload took longer than 10 minutes.'))
    request.onabort = () => reject(new DOMException('The upload was canceled.', 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(formOf(file, tags))
  })
}

/** The text part comes first, so that the server knows the tags before the bytes. */
function formOf(file: File, tags: readonly string[]): FormData {
  const form = new FormData()
  if (tags.length > 0) form.append('tags', JSON.stringify(tags))
  form.append('files', file, file.name)
  return form
}

function failure(detail: string): ApiProblem {
  return new ApiProblem(0, '', { detail })
}

function problemOf(request: XMLHttpRequest): ApiProblem {
  try {
    return new ApiProblem(request.status, request.statusText, readProblem(JSON.parse(request.responseText)))
  } catch {
    return new ApiProblem(request.status, request.statusText)
  }
}
