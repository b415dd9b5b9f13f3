/** The version of this product for messages: the number in package.json and, in a checkout, the commit. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
let known: string | null = null

export function readProductVersion(): string {
  known ??= toVersion(root)
  return known
}

export function toVersion(folder: string): string {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  const commit = readCommit(folder)
  return commit === null ? version : `${version} (${commit.slice(0, 7)})`
}

/** Read from git's own files, because git need not be installed where the product runs. */
function readCommit(folder: string): string | null {
  try {
    const git = join(folder, '.git')
    // In a worktree `.git` is a file that names the folder.
    const own = statSync(git).isDirectory()
      ? git
      : resolve(folder, readFileSync(git, 'utf8').replace('gitdir:', '').trim())
    const head = readFileSync(join(own, 'HEAD'), 'utf8').trim()
    if (!head.startsWith('ref: ')) return toCommit(head)
    const name = head.slice('ref: '.length)
    const common = existsSync(join(own, 'commondir'))
      ? resolve(own, readFileSync(join(own, 'commondir'), 'utf8').trim())
      : own
    if (existsSync(join(common, name))) return toCommit(readFileSync(join(common, name), 'utf8').trim())
    const packed = readFileSync(join(common, 'packed-refs'), 'utf8').split('\n')
    return toCommit(packed.find((line) => line.endsWith(` ${name}`))?.split(' ')[0] ?? '')
  } catch {
    return null
  }
}

function toCommit(text: string): string | null {
  return /^[0-9a-f]{40,64}$/.test(text) ? text : null
}
