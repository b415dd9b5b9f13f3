/**
 * Node flags that reduce the server's unused memory: two malloc arenas instead of eight for each processor, small young
 * generations, and collection of the old generation when it has grown by two fifths instead of fourfold. Together half
 * the memory for the same processor time (docs/benchmarks.md). The number of arenas can be overridden.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=40']
export const SERVER_ENVIRONMENT = { MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2' }
