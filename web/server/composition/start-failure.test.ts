import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { toStartFailure } from './start-failure.ts'

const withCode = (code: string, more: object = {}) => Object.assign(new Error('x'), { code, ...more })
const EMBEDDED = { dataDir: tmpdir(), databaseUrl: null, port: 3000 }
const SERVER = { dataDir: tmpdir(), databaseUrl: 'postgres://portal:geheim@db.internal:5432/portal', port: 3000 }

describe('the reason why the portal does not start', () => {
  it.each<[string, unknown, typeof SERVER | typeof EMBEDDED, RegExp]>([
    [
      'a full disk under a key',
      withCode('ENOSPC', { syscall: 'write' }),
      EMBEDDED,
      /^The disk with the data directory .* has too little room/,
    ],
    [
      'the same beside PostgreSQL',
      withCode('ENOSPC', { syscall: 'write' }),
      SERVER,
      /^The disk with the data directory .* has too little room/,
    ],
    [
      'a full disk of the server',
      withCode('53100'),
      SERVER,
      /^The disk of the PostgreSQL server at db\.internal:5432 is full/,
    ],
    [
      'no answer',
      withCode('ECONNREFUSED', { syscall: 'connect' }),
      SERVER,
      /^PostgreSQL at db\.internal:5432 does not answer \(ECONNREFUSED\)/,
    ],
    [
      'no answer, asked twice',
      new AggregateError([withCode('ECONNREFUSED', { syscall: 'connect' })]),
      SERVER,
      /^PostgreSQL at db\.internal:5432 does not answer \(ECONNREFUSED\)/,
    ],
    ['a port that is taken', withCode('EADDRINUSE', { syscall: 'listen' }), EMBEDDED, /^Port 3000 is in use; set PORT/],
    ['anything else', new Error('The data directory is in use'), EMBEDDED, /^The data directory is in use$/],
  ])('prints: %s', (_name, error, config, sentence) => {
    const found = toStartFailure(error, config)
    expect(found).toMatch(sentence)
    expect(found).not.toContain('geheim')
  })
})
