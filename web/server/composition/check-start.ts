/**
 * Checks before the build, which takes minutes, whether the portal can start with this configuration and its folders of
 * publications. A broken folder stops the start only if there is nothing else to show: a database still has the
 * publication as it was applied last.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOMS } from '@lokalteil/rooms/server'
import { readFolder } from '@lokalteil/services/publications/folder/read-folder'
import { readConfig } from '../config/config.ts'
import { toConfigText, WRONG_CONFIG } from '../config/config-text.ts'
import { readFolders } from './services/publication-folders.ts'

const result = readConfig(process.env, ROOMS)
if (!result.ok) {
  process.stderr.write(toConfigText(result))
  process.exitCode = WRONG_CONFIG
} else if (result.config.publicationsDir !== null) {
  const { publicationsDir, databaseUrl, dataDir } = result.config
  const { folders, broken } = await readFolders(publicationsDir, readFolder)
  const faults = broken.flatMap((one) => one.faults)
  if (faults.length > 0) process.stderr.write(`Folders that cannot be used:\n${faults.join('\n')}\n`)
  const isFirstStart = databaseUrl === null && !existsSync(join(dataDir, 'database'))
  if (faults.length > 0 && folders.length === 0 && isFirstStart) process.exitCode = 1
}
