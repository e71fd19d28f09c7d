/** An email address that wraps before its @ if it does not fit in a line. */
export function EmailAddress({ email }: { email: string }) {
  const local = email.slice(0, Math.max(0, email.lastIndexOf('@')))
  return (
    <>
      {local}
      <span className="inline-block">{email.slice(local.length)}</span>
    </>
  )
}
