/**
 * Creates the files of an empty embedded database in the folder given. `database.ts` runs it as a process of its own,
 * so that the memory of this second engine is freed with it. It stops when its parent is gone.
 */
import { PGlite } from '@electric-sql/pglite'

process.on('disconnect', () => process.exit(1))
const pglite = await PGlite.create({ dataDir: process.argv[2]! })
await pglite.close()
process.exit(0)
