/** The office in development: Vite compiles its modules on request and reloads the page after an edit. */
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { createServer } from 'vite'

const BASE = '/assets/office/'
/** The readers' pages have Vite's own port. */
const SOCKET_PORT = 24_679

export async function openDevelopmentOffice() {
  const vite = await createServer({
    configFile: join(import.meta.dirname, 'vite.office.config.ts'),
    base: BASE,
    server: { middlewareMode: true, ws: { port: SOCKET_PORT } },
    appType: 'custom',
  })
  return {
    /** Serves files below `/assets/office/`; passes other requests to the next handler. */
    middlewares: vite.middlewares,
    close: () => vite.close(),
    files: {
      scripts: [`${BASE}@vite/client`, `${BASE}office/main.tsx`],
      styles: [],
      preamble: react.preambleCode.replace('__BASE__', BASE),
    },
  }
}
