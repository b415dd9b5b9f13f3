/**
 * Run as a process of its own by `database.ts`: creates the files of an empty embedded database in the folder given.
 * What that costs in memory (a second engine) is gone with the process; without its parent it stops.
 */
import { PGlite } from '@electric-sql/pglite'

process.on('disconnect', () => process.exit(1))
const pglite = await PGlite.create({ dataDir: process.argv[2]! })
await pglite.close()
process.exit(0)
