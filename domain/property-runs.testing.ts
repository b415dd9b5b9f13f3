/** Runs of a property test: at most a hundred in the gate, `release` in the release run. */
export function propertyRuns(release: number): number {
  return process.env.TEST_RUN === 'release' ? release : Math.min(release, 100)
}
