/** A line in words about a new password while it is typed. The server has the last word. */
export function passwordHint(password: string, minLength: number, known: readonly string[] = []): string {
  if (password === '') return `At least ${minLength} characters. A few unrelated words work well.`
  const missing = minLength - password.length
  if (missing > 0) return `${missing} more ${missing === 1 ? 'character' : 'characters'} needed.`
  if (/^(.+?)\1+$/.test(password)) return 'Easy to guess: it repeats a pattern.'
  const lower = password.toLowerCase()
  const personal = known.flatMap((text) => text.toLowerCase().split(/[\s@.]+/)).filter((word) => word.length > 3)
  if (personal.some((word) => lower.includes(word))) return 'Easy to guess: it contains your name or email.'
  return password.length >= minLength + 6 ? 'Strong.' : 'Good. Longer is stronger.'
}
