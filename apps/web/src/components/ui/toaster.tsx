import { Toaster as Sonner } from 'sonner'
import { FailedIcon } from './failed-icon.tsx'

/** The container of toasts. Loaded with the first toast. */
export function Toaster() {
  return (
    <Sonner
      position="bottom-right"
      duration={4000}
      visibleToasts={3}
      gap={14}
      // Positioned above the footer of pages: the pagination, or the bottom bar of a phone.
      offset={{ bottom: 56, right: 24 }}
      mobileOffset={{ bottom: 76, left: 16, right: 16 }}
      hotkey={['altKey', 'KeyT']}
      icons={{ error: <FailedIcon /> }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-[356px] max-w-[calc(100vw-32px)] items-center gap-2.5 rounded-lg bg-raised px-3.5 py-3 text-sm text-ink shadow-pop',
          title: 'font-medium',
          description: 'text-ink-2',
          content: 'min-w-0 flex-1 wrap-anywhere',
          actionButton: 'flex-none rounded-md px-2 py-1 font-medium text-accent hover:bg-hover',
          success: '[&_[data-icon]]:text-success',
          error: 'destructive border-l-2 border-danger [&_[data-icon]]:text-danger',
        },
      }}
    />
  )
}
