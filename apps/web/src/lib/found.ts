import { notFound } from '@tanstack/react-router'
import { ApiProblem } from './api.ts'

/** For loaders: a missing document is a page that does not exist, not an error of the app. */
export function missingAsNotFound(error: unknown): never {
  throw error instanceof ApiProblem && error.status === 404 ? notFound() : error
}
