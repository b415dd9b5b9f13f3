/**
 * `node tools/run-node.mjs FILE|COMMAND [ARGUMENT…]`: runs a file of this repository, or a command of its dependencies,
 * on Node 24 with the locked dependencies installed. The scripts of package.json use it.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureDependencies, ensureNode, giveUp, root, runNode } from './ensure-node.mjs'

const [target, ...args] = process.argv.slice(2)
if (target === undefined) giveUp('No program was named.', 'Usage: node tools/run-node.mjs FILE|COMMAND [ARGUMENT…]')
const binary = ensureNode()
ensureDependencies()
runNode(binary, [toProgram(target), ...args])

function toProgram(name) {
  if (/\.(ts|mjs|js)$/.test(name)) {
    if (!existsSync(join(root, name))) giveUp(`${name} is not there.`, 'Check the spelling in package.json.')
    return join(root, name)
  }
  // The package's own program, because those in node_modules/.bin are shell scripts on Windows.
  const packageName = name === 'tsc' ? 'typescript' : name
  const folder = join(root, 'node_modules', packageName)
  if (!existsSync(folder)) giveUp(`${packageName} is not installed.`, 'Run npm ci and try again.')
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[name])
}
