/**
 * `npm test [-- --only STAGE,…] [FILTER…]`: Node 24, the locked dependencies and, on Debian, the Chromium and PostgreSQL
 * the tests need, each only where it is missing; then the stages of run-tests.ts on Node 24.
 */
import { join } from 'node:path'
import { ensureDependencies, ensureNode, root, runNode } from './ensure-node.mjs'

const binary = ensureNode()
ensureDependencies()
runNode(binary, [join(root, 'tools', 'run-tests.ts'), ...process.argv.slice(2)])
