/** Before the pages are built, which takes minutes: whether the portal could start with this configuration. */
import { readConfig } from './config.ts'
import { toConfigText, WRONG_CONFIG } from './config-text.ts'

const result = readConfig(process.env)
if (!result.ok) {
  process.stderr.write(toConfigText(result))
  process.exitCode = WRONG_CONFIG
}
