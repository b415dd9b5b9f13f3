/**
 * Checks before the build, which takes minutes, whether the portal can start with this configuration, its own rooms and its
 * folders of publications. A broken folder stops the start only if there is nothing else to show: a database still has the
 * publication as it was applied last.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readFolder } from '@lokalteil/services/publications/folder/read-folder'
import { toConfigText, WRONG_CONFIG } from '../config/config-text.ts'
import { readConfigAndRooms, toRoomsText, withRoomSettings } from './own-rooms.ts'
import { readFolders } from './services/publication-folders.ts'

const { parsed: result, own } = await readConfigAndRooms(process.env)
if (!result.ok) {
  process.stderr.write(toConfigText(result))
  process.exitCode = WRONG_CONFIG
} else if (own.faults.length > 0) {
  process.stderr.write(toRoomsText(own))
  process.exitCode = 1
} else if (result.config.publicationsDir !== null) {
  const { publicationsDir, databaseUrl, dataDir } = result.config
  const { folders, broken } = await readFolders(publicationsDir, withRoomSettings(own.rooms, readFolder))
  const faults = broken.flatMap((one) => one.faults)
  if (faults.length > 0) process.stderr.write(`Folders that cannot be used:\n${faults.join('\n')}\n`)
  const isFirstStart = databaseUrl === null && !existsSync(join(dataDir, 'database'))
  if (faults.length > 0 && folders.length === 0 && isFirstStart) process.exitCode = 1
}
