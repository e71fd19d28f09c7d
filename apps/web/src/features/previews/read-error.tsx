import * as texts from './texts.ts'

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
