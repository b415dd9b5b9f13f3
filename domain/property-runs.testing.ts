/** How often a property is tried: a hundred times in the gate, as often as asked for in the release run. */
export function propertyRuns(release: number): number {
  return process.env.TEST_RUN === 'release' ? release : Math.min(release, 100)
}
