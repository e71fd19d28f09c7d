import { notFound } from '@tanstack/react-router'
import { ApiProblem } from './api.ts'

/** Returns whether the server found no resource at the URL, or none that the user may see. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 404
}

/** Throws a missing document as “page not found”, and any other error unchanged. For loaders. */
export function throwNotFound(error: unknown): never {
  throw isNotFound(error) ? notFound() : error
}
