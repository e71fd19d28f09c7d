import { useEffect, useState } from 'react'

let isLoaded = false

/** The module that draws forms. */
export async function loadForm() {
  const loaded = await import('./rendered-form.tsx')
  isLoaded = true
  return loaded
}

/** Whether a form can be drawn. Its module is fetched at once, and what needs it says so if that fails. */
export function useFormLoaded(): boolean {
  const [isSettled, setIsSettled] = useState(isLoaded)
  useEffect(() => {
    const settle = () => setIsSettled(true)
    loadForm().then(settle, settle)
  }, [])
  return isSettled
}
