import { createRootRoute, Outlet } from '@tanstack/react-router'
import { NotFound, PageFailed } from '../frame/no-page.tsx'
import { SignInOver } from '../sign-in/sign-in-over.tsx'

export const rootRoute = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <SignInOver />
    </>
  ),
  notFoundComponent: NotFound,
  errorComponent: PageFailed,
})
