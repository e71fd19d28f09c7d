import { notFound } from '@tanstack/react-router'
import { ApiProblem } from './api.ts'

/** The server found nothing at the address, or nothing that the user may see. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 404
}

/** For loaders: a missing document is a page that does not exist, not an error of the app. */
export function throwNotFound(error: unknown): never {
  throw isNotFound(error) ? notFound() : error
}
