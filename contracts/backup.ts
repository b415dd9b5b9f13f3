/** The call of `npx lokalteil backup write` to a running portal. */
import { z } from 'zod'
import { contract } from './kernel/endpoint.ts'

export const BACKUP = contract({
  getEngine: {
    method: 'GET',
    path: '/engine',
    summary: 'Where the data lie: in the embedded database or in PostgreSQL',
    security: 'service-key',
    answer: z.object({ engine: z.enum(['embedded', 'postgres']) }),
  },
  takeSnapshot: {
    method: 'POST',
    path: '/snapshots',
    summary: 'Copies the embedded database of this moment to a folder below DATA_DIR, which the caller removes',
    security: 'service-key',
    answer: z.object({ folder: z.string().regex(/^unfinished-backup-\w+$/) }),
  },
})
