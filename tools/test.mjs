/**
 * `npm test [-- --only STAGE,…] [FILTER…]`: installs Node 24, the locked dependencies and, on Debian, Chromium and
 * PostgreSQL if they are missing; then runs the stages of run-tests.ts on Node 24.
 */
import { join } from 'node:path'
import { ensureDependencies, ensureNode, root, runNode } from './ensure-node.mjs'

const binary = ensureNode()
ensureDependencies()
runNode(binary, [join(root, 'tools', 'run-tests.ts'), ...process.argv.slice(2)])
