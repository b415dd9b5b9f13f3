/**
 * Fills the demo for the journeys while other stages wait, and moves it as a whole to `JOURNEYS_DEMO`. If this stage
 * fails, the journeys fill the demo themselves and report the error.
 */
import { renameSync } from 'node:fs'
import { fillDemo } from './portal-process.ts'

try {
  renameSync(await fillDemo(), process.env.JOURNEYS_DEMO!)
} catch (error) {
  console.log(`left to the journeys: ${(error as Error).message}`)
}
