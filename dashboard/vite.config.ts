import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { listModules } from './build/list-modules.ts'
import { tokensByScheme } from './build/tokens-by-scheme.ts'

/** Everything has a name made of its content, so that browsers may keep it for ever. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    tokensByScheme(join(import.meta.dirname, '../server/src/pages/tokens.css')),
    react(),
    listModules(),
  ],
  build: {
    target: 'es2022',
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: 'manifest.json',
  },
})
