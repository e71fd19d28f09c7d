import { useEffect, useRef, useState } from 'react'

/** Returns a ref for an element, and whether that element has been in or near the viewport since it was mounted. */
export function useWasVisible() {
  const ref = useRef<HTMLElement>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element || seen) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true), {
      rootMargin: '200px',
      // For pages that scroll in an element of their own.
      scrollMargin: '200px',
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [seen])
  return { ref, seen }
}
