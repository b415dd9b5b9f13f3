/**
 * Fills the demo for a run of the journeys while other stages wait, and puts it whole where `JOURNEYS_DEMO` says. It checks
 * nothing: where a busy machine does not get it done, the journeys fill their own and say what is wrong.
 */
import { renameSync } from 'node:fs'
import { fillDemo } from './portal-process.ts'

try {
  renameSync(await fillDemo(), process.env.JOURNEYS_DEMO!)
} catch (error) {
  console.log(`left to the journeys: ${(error as Error).message}`)
}
