/**
 * How the server's process is started so that it keeps little memory it does not use: two arenas instead of eight a
 * processor, small young generations, and an old generation that is collected when it has grown by two fifths instead of
 * fourfold. Together half the memory for the same processor time (docs/benchmarks.md). The arenas can be set otherwise.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=40']
export const SERVER_ENVIRONMENT = { MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2' }
