/** Explains in one sentence why the portal does not start and the remedy; for unknown errors their own message. */
import { accessSync, constants, statfsSync } from 'node:fs'
import { FULL_BYTES, toOutage } from '@lokalteil/services/platform/database/outage'

type StartConfig = { dataDir: string; databaseUrl: string | null; port: number }

export function toStartFailure(error: unknown, config: StartConfig): string {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return `Port ${config.port} is in use; set PORT to another one.`
  const refusal = toRefusal(config.dataDir)
  if (refusal !== null)
    return `The data directory ${config.dataDir} cannot be written (${refusal}). Let the account that runs the portal write there, or set DATA_DIR to another one.`
  const outage = toOutage(error)
  const free = readFreeBytes(config.dataDir)
  const isOwnDisk = config.databaseUrl === null || isFileError(error)
  const isFull = free !== null && free < FULL_BYTES
  if (isOwnDisk && (outage?.code === 'DATABASE_FULL' || isFull))
    return `The disk with the data directory ${config.dataDir} ${isFull ? 'is full' : 'has too little room'} (${toMegabytes(free ?? 0)} MB left). Make room on it and start again; nothing that was saved is lost.`
  if (config.databaseUrl !== null && outage !== null) {
    const { host } = new URL(config.databaseUrl)
    return outage.code === 'DATABASE_FULL'
      ? `The disk of the PostgreSQL server at ${host} is full. Make room on it and start again.`
      : `PostgreSQL at ${host} does not answer${toReason(error)}. Start it, or correct DATABASE_URL.`
  }
  return error instanceof Error ? error.message : String(error)
}

function isFileError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}

/** Why the folder is not writable: the disk is read-only (EROFS), or the folder belongs to another user (EACCES). */
function toRefusal(folder: string): string | null {
  try {
    accessSync(folder, constants.W_OK)
    return null
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return code === 'EROFS' || code === 'EACCES' ? code : null
  }
}

function toReason(error: unknown): string {
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error
  const code = first instanceof Error && 'code' in first ? String(first.code) : ''
  return code === '' ? '' : ` (${code})`
}

function toMegabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1)
}

function readFreeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return null
  }
}
