import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from '#lib/app-query-client.ts'
import { keepPageWithoutServer } from '#lib/connection.ts'
import { followAuth } from '#lib/session.ts'
import { watchTheme } from '#lib/theme.ts'
import { createAppRouter } from './router.tsx'
import './styles/app.css'

// Loads the font early. Otherwise, it would load only after the first paint. A preload in the page's head would delay
// the scripts on a slow connection.
void document.fonts.load('1rem "IBM Plex Sans Variable"')
watchTheme()
keepPageWithoutServer()
followAuth(queryClient)
// React throws an error if the element is missing.
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createAppRouter(queryClient)} />
    </QueryClientProvider>
  </StrictMode>,
)
