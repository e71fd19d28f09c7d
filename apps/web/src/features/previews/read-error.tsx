import * as texts from './texts.ts'

/** Says why the rest of a file could not be read, with a retry button. */
export function ReadError({ error, onRetry }: { error: { message: string }; onRetry: () => void }) {
  return (
    <span role="alert">
      {error.message}{' '}
      <button type="button" className="underline" onClick={onRetry}>
        {texts.tryAgain}
      </button>
    </span>
  )
}
