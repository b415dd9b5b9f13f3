/** The last lines that `npm test` prints, from a real run of two files: one that cannot run, one that runs. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './ensure-node.mjs'

describe('the last lines of a run', () => {
  it('name skipped tests with their reasons; the very last one is the total', () => {
    const nowhere = join(root, 'there-is-no-such-folder')
    const { VITEST: _vitest, VITEST_MODE: _mode, ...environment } = process.env
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [join(root, 'tools', 'run-tests.ts'), 'demo/seed/shared-data', 'tools/test-counts'],
      { encoding: 'utf8', env: { ...environment, SHARED_DATA: nowhere, NO_COLOR: '1' } },
    )
    const lines = stdout.trimEnd().split('\n')
    expect(lines.at(-1), stderr).toMatch(/^\d+ passed, 0 failed, \d+ skipped$/)
    const skipped = lines.slice(lines.indexOf('── skipped') + 1).filter((line) => line !== '')
    expect(skipped.slice(0, -1)).toEqual([
      expect.stringMatching(/^demo\/seed\/shared-data\.test\.ts \(\d+ tests\): there are no documents of agencies at /),
    ])
    expect(skipped[0]).toContain(nowhere)
    expect(status).toBe(0)
  })
})
