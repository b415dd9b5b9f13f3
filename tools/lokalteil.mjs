#!/usr/bin/env node
/**
 * `npx lokalteil NOUN VERB …`: commands of a publisher for a portal. npm links this file to node_modules/.bin when it installs, so
 * type `npm start` or `npm ci` once before; without that, `node tools/lokalteil.mjs NOUN VERB …` does the same.
 */
import { join } from 'node:path'
import { ensureDependencies, ensureNode, root, runNode } from './ensure-node.mjs'

// The program runs in the repository, and paths are meant from where it was typed; npm says so itself.
process.env.INIT_CWD ||= process.cwd()
const binary = ensureNode()
ensureDependencies({ needsDevelopment: false })
runNode(binary, [join(root, 'web/server/composition/commands.ts'), ...process.argv.slice(2)])
