import 'virtual:tokens.css'
import './look/look.css'
import './calls/random-ids.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './calls/query-client.ts'
import { showScheme } from './look/scheme.ts'
import { watchPerson } from './people/change-person.ts'
import { router } from './routes/router.tsx'

showScheme()
watchPerson()
const place = document.querySelector('#root')
if (!place) throw new Error('The page has no place for the dashboard.')
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
