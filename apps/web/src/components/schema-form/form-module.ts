import { useEffect, useState } from 'react'

let isLoaded = false

export async function loadForm() {
  const loaded = await import('./rendered-form.tsx')
  isLoaded = true
  return loaded
}

/** Loads the module that draws forms, and returns whether loading has ended. The form itself shows a failure. */
export function useFormLoaded(): boolean {
  const [isSettled, setIsSettled] = useState(isLoaded)
  useEffect(() => {
    const settle = () => setIsSettled(true)
    loadForm().then(settle, settle)
  }, [])
  return isSettled
}
